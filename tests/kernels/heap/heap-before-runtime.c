// Two tasks write one element of a block that was allocated before OpenMP began.
//@ twin: heap-before-runtime-apart.c
//@ says: heap block of size 40
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
        block[1] = 1; //~ race r1 write
#pragma omp task
        block[1] = 2; //~ race r1 write
    }
    printf("%d\n", block[1]);
    free(block);
    return 0;
}
