// Two tasks have one element of each array in common. The loops of the one say how wide their vectors shall be.
//@ twin: vector-width-apart.c
#include <stdio.h>

enum { SIZE = 256, MIDDLE = 128 };

float floats[SIZE];
double doubles[SIZE];
int ints[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp simd simdlen(16)
            for (int i = 0; i < MIDDLE; i++)
                floats[i] = (float)i; //~ race floats write
#pragma omp simd safelen(16)
            for (int i = 0; i < MIDDLE; i++)
                doubles[i] = i; //~ race doubles write
#pragma clang loop vectorize_width(16)
            for (int i = 0; i < MIDDLE; i++)
                ints[i] = i; //~ race ints write
        }
#pragma omp task
        {
            for (int i = MIDDLE - 1; i < SIZE; i++)
                floats[i] = (float)-i; //~ race floats write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                doubles[i] = -i; //~ race doubles write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                ints[i] = -i; //~ race ints write
        }
    }
    printf("%g %g %d\n", floats[MIDDLE], doubles[MIDDLE], ints[MIDDLE]);
    return 0;
}
