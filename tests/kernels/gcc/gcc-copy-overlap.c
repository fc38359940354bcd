// The halves that the two tasks copy into overlap by one element; gcc leaves the calls of memcpy as they are.
//@ twin: gcc-copy-apart.c
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
        memcpy(target, source, half); //~ race r1 write
#pragma omp task
        memcpy(target + 7, source + 8, half); //~ race r1 write
    }
    printf("target[15] = %d\n", target[15]);
    free(source);
    free(target);
    return 0;
}
