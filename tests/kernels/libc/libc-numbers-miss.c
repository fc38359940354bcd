// Numbers are read from strings, and another task writes the byte after the one at their end.
//@ twin: libc-numbers-hit.c
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
            result = (double)strtol(text[1], NULL, 10);
            result = strtod(text[2], NULL);
            result = (double)strtoull(text[3], NULL, 0);
        }
#pragma omp task
        {
            text[0][4] = ' ';
            text[1][4] = ' ';
            text[2][4] = ' ';
            text[3][4] = ' ';
        }
    }
    return 0;
}
