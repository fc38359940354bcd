// Functions of the C library look at strings, and another task writes the byte after the last one that they read.
//@ twin: libc-searches-hit.c
#include <stdio.h>
#include <string.h>
#include <strings.h>

char text[8][32];
char same[32];
volatile long result;

int main(int argc, char **argv) {
    (void)argc;
    for (int i = 0; i < 8; i++)
        snprintf(text[i], sizeof text[i], "abcdefg%.0s", argv[0]);
    strcpy(same, text[0]);
    same[3] = 'x';
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            result = (long)strlen(text[0]);
            result = strcmp(text[1], same);
            result = strncmp(text[2], text[0], 3);
            result = strchr(text[3], 'e') - text[3];
            result = strstr(text[4], "cd") - text[4];
            result = memcmp(text[5], same, 16);
            result = (char *)memchr(text[6], 'b', 32) - text[6];
            result = (long)strcspn(text[7], "f");
        }
#pragma omp task
        {
            text[0][8] = 1;
            text[1][4] = 1;
            text[2][3] = 1;
            text[3][5] = 1;
            text[4][4] = 1;
            text[5][4] = 1;
            text[6][2] = 1;
            text[7][6] = 1;
        }
    }
    return 0;
}
