// Neighbouring bit-fields are one memory location: writing one of them rewrites the other.
//@ twin: bitfield-apart.c
#include <stdio.h>

struct flags {
    unsigned low : 4;
    unsigned high : 4;
} flags;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        flags.low = 1; //~ race r1 write
#pragma omp task
        flags.high = 2; //~ race r1 write
    }
    printf("%u %u\n", flags.low, flags.high);
    return 0;
}
