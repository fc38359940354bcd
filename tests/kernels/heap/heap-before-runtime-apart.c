// Two tasks write two elements of a block that was allocated before OpenMP began.
//@ twin: heap-before-runtime.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(10 * sizeof *block);
    if (block == NULL)
        return 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        block[1] = 1;
#pragma omp task
        block[2] = 2;
    }
    printf("%d\n", block[1]);
    free(block);
    return 0;
}
