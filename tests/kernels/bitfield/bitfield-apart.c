// A bit-field of width zero begins a new memory location.
//@ twin: bitfield-neighbours.c
#include <stdio.h>

struct flags {
    unsigned low : 4;
    unsigned : 0;
    unsigned high : 4;
} flags;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        flags.low = 1;
#pragma omp task
        flags.high = 2;
    }
    printf("%u %u\n", flags.low, flags.high);
    return 0;
}
