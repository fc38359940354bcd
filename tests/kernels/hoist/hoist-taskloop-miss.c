// The tasks of a taskloop have rows of their own.
//@ twin: hoist-taskloop-hit.c
#include <stdio.h>

volatile int size = 16, width = 9;
short matrix[17 * 9];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        unsigned long n = size, m = width;
#pragma omp taskloop grainsize(1)
        for (unsigned long i = 0; i < n; i++)
            for (unsigned long j = 0; j < m; j++)
                matrix[i * m + j] = 1;
    }
    printf("%d\n", matrix[3]);
    return 0;
}
