// Sibling tasks get blocks of OpenMP's allocators, use them and give them back. libomp hands the same
// addresses out again; the blocks are not the same for that.
//@ twin: heap-omp-shared.c
#include <omp.h>
#include <stdio.h>

int sums[50];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task
        {
            int *block = omp_alloc(10 * sizeof *block, omp_default_mem_alloc);
            for (int k = 0; k < 10; k++)
                block[k] = i + k;
            block = omp_realloc(block, 20 * sizeof *block, omp_default_mem_alloc, omp_default_mem_alloc);
            block[19] = i;
            sums[i] += block[0] + block[19];
            omp_free(block, omp_default_mem_alloc);
            int *zeros = omp_calloc(10, sizeof *zeros, omp_default_mem_alloc);
            zeros[i % 10] = 1;
            sums[i] += zeros[0];
            omp_free(zeros, omp_default_mem_alloc);
            int *row = omp_aligned_alloc(64, 64, omp_default_mem_alloc);
            row[0] = i;
            sums[i] += row[0];
            omp_free(row, omp_default_mem_alloc);
            int *column = omp_aligned_calloc(64, 16, sizeof *column, omp_default_mem_alloc);
            column[3] = i;
            sums[i] += column[3];
            omp_free(column, omp_default_mem_alloc);
        }
    }
    printf("%d %d\n", sums[0], sums[49]);
    return 0;
}
