// Functions of the C library copy strings, and another task writes the last byte that they write.
//@ twin: libc-copies-miss.c
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
            strcpy(to[0], from);      //~ race copy write
            strncpy(to[1], from, 40); //~ race fill write
            strcat(to[2], from);      //~ race append write
            strncat(to[3], from, 2);  //~ race some write
            stpcpy(to[4], from);      //~ race end write
            mempcpy(to[5], from, 3);  //~ race bytes write
        }
#pragma omp task
        {
            to[0][4] = 1; //~ race copy write
            to[1][39] = 1; //~ race fill write
            to[2][8] = 1; //~ race append write
            to[3][6] = 1; //~ race some write
            to[4][4] = 1; //~ race end write
            to[5][2] = 1; //~ race bytes write
        }
    }
    printf("%d\n", to[0][0]);
    return 0;
}
