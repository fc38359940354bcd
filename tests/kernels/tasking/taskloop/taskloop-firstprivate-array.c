// Each task of the loop has a copy of the array.
//@ twin: taskloop-firstprivate-pointer.c
#include <stdio.h>

enum { SIZE = 24 };

int out[SIZE];

int main(void) {
    int scratch[2] = {1, 2};
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) firstprivate(scratch)
    for (int i = 0; i < SIZE; i++) {
        scratch[0] = i;
        out[i] = scratch[0];
    }
    printf("%d\n", out[3]);
    return 0;
}
