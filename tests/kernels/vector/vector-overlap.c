// Two tasks fill an array each from its end, in loops that the compiler vectorises. They have one element in common: the last one
// of a vector of the first task, and the first one of a vector of the second.
//@ twin: vector-apart.c
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
                bytes[i] = (char)i; //~ race bytes write
            for (int i = 0; i < MIDDLE; i++)
                halves[i] = (short)i; //~ race halves write
            for (int i = 0; i < MIDDLE; i++)
                floats[i] = (float)i; //~ race floats write
            for (int i = 0; i < MIDDLE; i++)
                doubles[i] = i; //~ race doubles write
        }
#pragma omp task
        {
            for (int i = MIDDLE - 1; i < SIZE; i++)
                bytes[i] = (char)-i; //~ race bytes write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                halves[i] = (short)-i; //~ race halves write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                floats[i] = (float)-i; //~ race floats write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                doubles[i] = -i; //~ race doubles write
        }
    }
    printf("%d %d %g %g\n", bytes[MIDDLE], halves[MIDDLE], floats[MIDDLE], doubles[MIDDLE]);
    return 0;
}
