// The two tasks copy into halves of the array, with the memcpy of the C library.
//@ twin: gcc-copy-overlap.c
//@ compiler: gcc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t half = 8 * sizeof(int);
    int *source = calloc(16, sizeof(int)), *target = calloc(16, sizeof(int));
    if (!source || !target) {
        return 1;
    }
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memcpy(target, source, half);
#pragma omp task
        memcpy(target + 8, source + 8, half);
    }
    printf("target[15] = %d\n", target[15]);
    free(source);
    free(target);
    return 0;
}
