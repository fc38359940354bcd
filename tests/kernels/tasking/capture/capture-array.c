// firstprivate copies the whole array, so that each task has its own.
//@ twin: capture-array-pointer.c
#include <stdio.h>

int out[4];

int main(void) {
    int scratch[4] = {1, 2, 3, 4};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(scratch)
        {
            scratch[0] += i;
            out[i] = scratch[0];
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
