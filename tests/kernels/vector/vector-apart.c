// Two tasks fill an array each from its end, in loops that the compiler vectorises. The last vector of the one ends where the
// first of the other begins.
//@ twin: vector-overlap.c
#include <stdio.h>

enum { SIZE = 256, MIDDLE = 128 };

char bytes[SIZE];
short halves[SIZE];
float floats[SIZE];
double doubles[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            for (int i = 0; i < MIDDLE; i++)
                bytes[i] = (char)i;
            for (int i = 0; i < MIDDLE; i++)
                halves[i] = (short)i;
            for (int i = 0; i < MIDDLE; i++)
                floats[i] = (float)i;
            for (int i = 0; i < MIDDLE; i++)
                doubles[i] = i;
        }
#pragma omp task
        {
            for (int i = MIDDLE; i < SIZE; i++)
                bytes[i] = (char)-i;
            for (int i = MIDDLE; i < SIZE; i++)
                halves[i] = (short)-i;
            for (int i = MIDDLE; i < SIZE; i++)
                floats[i] = (float)-i;
            for (int i = MIDDLE; i < SIZE; i++)
                doubles[i] = -i;
        }
    }
    printf("%d %d %g %g\n", bytes[MIDDLE], halves[MIDDLE], floats[MIDDLE], doubles[MIDDLE]);
    return 0;
}
