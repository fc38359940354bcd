// A task reads a block that its creator and another task reallocate. That the block stays where it is was luck.
//@ twin: free-realloc-ordered.c
#include <stdio.h>
#include <stdlib.h>

int first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = calloc(100, sizeof *block);
#pragma omp task
        first = block[5]; //~ race before read
        block = realloc(block, 98 * sizeof *block); //~ race before free
#pragma omp taskwait

        int *old = block;
#pragma omp task
        {
            int *new = realloc(old, 96 * sizeof *old); //~ race after free
            new[0] = 1;
        }
        second = old[9]; //~ race after read
#pragma omp taskwait
        free(block);
    }
    printf("%d %d\n", first, second);
    return 0;
}
