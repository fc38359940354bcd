// Two tasks write the same element of a block of OpenMP's allocators.
//@ twin: heap-omp-reuse.c
#include <omp.h>
#include <stdio.h>

int main(void) {
    int *block = omp_alloc(10 * sizeof *block, omp_default_mem_alloc);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        block[3] = 1; //~ race r1 write
#pragma omp task
        block[3] = 2; //~ race r1 write
    }
    printf("%d\n", block[3]);
    omp_free(block, omp_default_mem_alloc);
    return 0;
}
