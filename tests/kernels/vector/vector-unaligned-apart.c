// One task reads arrays from their second element on, another writes them from where the first one stops. The vectors of neither
// lie as vectors should.
//@ twin: vector-unaligned-overlap.c
#include <stdio.h>

enum { SIZE = 259, MIDDLE = 130 };

char bytes[SIZE], more_bytes[SIZE];
float floats[SIZE], more_floats[SIZE];
double doubles[SIZE], more_doubles[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            for (int i = 1; i < MIDDLE; i++)
                more_bytes[i] = bytes[i] + 1;
            for (int i = 1; i < MIDDLE; i++)
                more_floats[i] = floats[i] + 1;
            for (int i = 1; i < MIDDLE; i++)
                more_doubles[i] = doubles[i] + 1;
        }
#pragma omp task
        {
            for (int i = MIDDLE; i < SIZE; i++)
                bytes[i] = (char)i;
            for (int i = MIDDLE; i < SIZE; i++)
                floats[i] = (float)i;
            for (int i = MIDDLE; i < SIZE; i++)
                doubles[i] = i;
        }
    }
    printf("%d %g %g\n", more_bytes[MIDDLE], more_floats[MIDDLE], more_doubles[MIDDLE]);
    return 0;
}
