// A task frees a block of OpenMP's allocator that its creator still reads, and a depend object that another task uses.
//@ twin: free-omp-ordered.c
#include <omp.h>
#include <stdio.h>

int seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = omp_alloc(1000 * sizeof *block, omp_default_mem_alloc);
#pragma omp task
        seen = block[500];                      //~ race r1 read
        omp_free(block, omp_default_mem_alloc); //~ race r1 free
    }
    printf("%s\n", seen == 1 ? "one" : "other");
    return 0;
}
