// Two tasks write the same heap block.
//@ twin: heap-reuse.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = calloc(4, sizeof *block);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        block[2] = 1; //~ race r1 write
#pragma omp task
        block[2] = 2; //~ race r1 write
    }
    printf("%d\n", block[2]);
    free(block);
    return 0;
}
