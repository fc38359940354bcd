// Columns are the inner loop: one task writes two of them, another those on both sides and the row below.
//@ twin: hoist-columns-hit.c
#include <stdio.h>

volatile int width = 31, height = 20, some = 2;
float matrix[40 * 40];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long n = width, m = height, columns = some;
            for (long j = 0; j < columns; j++)
                for (long i = 0; i < m; i++)
                    matrix[i * n + 7 + j] = (float)i;
        }
#pragma omp task
        {
            long n = width, m = height;
            for (long i = 0; i < m; i++)
                matrix[i * n + 6] = matrix[i * n + 9] = (float)i;
            matrix[m * n + 7] = 1;
            matrix[m * n + 8] = 1;
        }
    }
    printf("%g\n", matrix[7]);
    return 0;
}
