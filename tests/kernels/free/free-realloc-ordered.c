// A block is reallocated while nobody else uses it, and used by tasks before and after.
//@ twin: free-realloc-in-place.c
#include <stdio.h>
#include <stdlib.h>

int first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = calloc(100, sizeof *block);
#pragma omp task
        first = block[5];
#pragma omp taskwait
        block = realloc(block, 98 * sizeof *block);
        block[0] = 1;
#pragma omp task
        second = block[9];
#pragma omp taskwait
        block = realloc(block, 100000 * sizeof *block);
#pragma omp task
        block[99999] = block[9];
#pragma omp task
        block[50000] = block[9];
#pragma omp taskwait
        free(block);
    }
    printf("%d %d\n", first, second);
    return 0;
}
