// Numbers are read from strings, and another task writes the byte at their end.
//@ twin: libc-numbers-miss.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char text[4][32];
volatile double result;

int main(int argc, char **argv) {
    (void)argc;
    for (int i = 0; i < 4; i++)
        snprintf(text[i], sizeof text[i], " 12 34%.0s", argv[0]);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            result = (double)strtol(text[1], NULL, 10);       //~ race strtol read
            result = strtod(text[2], NULL);                   //~ race strtod read
            result = (double)strtoull(text[3], NULL, 0);      //~ race strtoull read
        }
#pragma omp task
        {
            text[1][3] = ' '; //~ race strtol write
            text[2][3] = ' '; //~ race strtod write
            text[3][3] = ' '; //~ race strtoull write
        }
    }
    return 0;
}
