// Blocks of OpenMP's allocators are freed by tasks when nobody uses them any more, and libomp uses their memory again, for other
// blocks and for descriptors of tasks.
//@ twin: free-omp-late.c
#include <omp.h>
#include <stdio.h>

int seen[50];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
        int *block = omp_alloc((20 + i) * sizeof *block, omp_default_mem_alloc);
        for (int k = 0; k < 20 + i; k++)
            block[k] = k;
#pragma omp task depend(out : block[0])
        seen[i] = block[15];
#pragma omp task depend(inout : block[0])
        {
            int a = i, b = i + 1, c = i + 2, d = i + 3;
            omp_free(block, omp_default_mem_alloc);
#pragma omp task firstprivate(a, b, c, d)
            seen[i] += a++ + b++ + c++ + d++;
        }
    }
    printf("%d\n", seen[49] > 0);
    return 0;
}
