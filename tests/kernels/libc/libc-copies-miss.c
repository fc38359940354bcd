// Functions of the C library copy strings, and another task writes the byte after the last one that they write.
//@ twin: libc-copies-hit.c
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

char to[7][64];

int main(int argc, char **argv) {
    (void)argc;
    // Of 5 bytes with the one at its end.
    char from[8] = "four";
    from[0] = argv[0][0];
    strcpy(to[2], from);
    strcpy(to[3], from);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(from)
        {
            strcpy(to[0], from);
            strncpy(to[1], from, 40);
            strcat(to[2], from);
            strncat(to[3], from, 2);
            stpcpy(to[4], from);
            mempcpy(to[5], from, 3);
        }
#pragma omp task
        {
            to[0][5] = 1;
            to[1][40] = 1;
            to[2][9] = 1;
            to[3][7] = 1;
            to[4][5] = 1;
            to[5][3] = 1;
        }
    }
    printf("%d\n", to[0][0]);
    return 0;
}
