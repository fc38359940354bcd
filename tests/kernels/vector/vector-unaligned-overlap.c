// One task reads arrays from their second element on, another writes them from the last element on that the first one reads. The
// vectors of neither lie as vectors should.
//@ twin: vector-unaligned-apart.c
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
                more_bytes[i] = bytes[i] + 1; //~ race bytes read
            for (int i = 1; i < MIDDLE; i++)
                more_floats[i] = floats[i] + 1; //~ race floats read
            for (int i = 1; i < MIDDLE; i++)
                more_doubles[i] = doubles[i] + 1; //~ race doubles read
        }
#pragma omp task
        {
            for (int i = MIDDLE - 1; i < SIZE; i++)
                bytes[i] = (char)i; //~ race bytes write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                floats[i] = (float)i; //~ race floats write
            for (int i = MIDDLE - 1; i < SIZE; i++)
                doubles[i] = i; //~ race doubles write
        }
    }
    printf("%d %g %g\n", more_bytes[MIDDLE], more_floats[MIDDLE], more_doubles[MIDDLE]);
    return 0;
}
