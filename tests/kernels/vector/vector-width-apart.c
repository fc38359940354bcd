// Two tasks have no element in common. The loops of the one say how wide their vectors shall be.
//@ twin: vector-width-overlap.c
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
                floats[i] = (float)i;
#pragma omp simd safelen(16)
            for (int i = 0; i < MIDDLE; i++)
                doubles[i] = i;
#pragma clang loop vectorize_width(16)
            for (int i = 0; i < MIDDLE; i++)
                ints[i] = i;
        }
#pragma omp task
        {
            for (int i = MIDDLE; i < SIZE; i++)
                floats[i] = (float)-i;
            for (int i = MIDDLE; i < SIZE; i++)
                doubles[i] = -i;
            for (int i = MIDDLE; i < SIZE; i++)
                ints[i] = -i;
        }
    }
    printf("%g %g %d\n", floats[MIDDLE], doubles[MIDDLE], ints[MIDDLE]);
    return 0;
}
