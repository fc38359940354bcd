// One task uses the elements of arrays one by one, which the compiler may gather into accesses of 32 bytes. Another writes the
// last of them.
//@ twin: vector-straight-behind.c
#include <stdio.h>

double doubles[8];
float floats[4];
int ints[16];

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(sum)
        {
            floats[0] = (float)doubles[0];
            floats[1] = (float)doubles[1];
            floats[2] = (float)doubles[2];
            floats[3] = (float)doubles[3]; //~ race doubles read
            sum = ints[0] + ints[1] + ints[2] + ints[3] + ints[4] + ints[5] + ints[6] + ints[7]; //~ race ints read
        }
#pragma omp task
        {
            doubles[3] = 1; //~ race doubles write
            ints[7] = 1; //~ race ints write
        }
    }
    printf("%g %d\n", floats[3], sum);
    return 0;
}
