// Functions of the C library look at strings, and another task writes the last byte that they read.
//@ twin: libc-searches-miss.c
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
            result = (long)strlen(text[0]);                   //~ race length read
            result = strcmp(text[1], same);                   //~ race difference read
            result = strncmp(text[2], text[0], 3);            //~ race limit read
            result = strchr(text[3], 'e') - text[3];          //~ race character read
            result = strstr(text[4], "cd") - text[4];         //~ race text read
            result = memcmp(text[5], same, 16);               //~ race bytes read
            result = (char *)memchr(text[6], 'b', 32) - text[6]; //~ race byte read
            result = (long)strcspn(text[7], "f");             //~ race span read
        }
#pragma omp task
        {
            text[0][7] = 1; //~ race length write
            text[1][3] = 1; //~ race difference write
            text[2][2] = 1; //~ race limit write
            text[3][4] = 1; //~ race character write
            text[4][3] = 1; //~ race text write
            text[5][3] = 1; //~ race bytes write
            text[6][1] = 1; //~ race byte write
            text[7][5] = 1; //~ race span write
        }
    }
    return 0;
}
