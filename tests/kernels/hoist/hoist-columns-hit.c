// Columns are the inner loop: one task writes two of them, another the last element of the second.
//@ twin: hoist-columns-miss.c
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
                    matrix[i * n + 7 + j] = (float)i; //~ race r1 write
        }
#pragma omp task
        {
            long n = width, m = height;
            for (long i = 0; i < m; i++)
                matrix[i * n + 6] = matrix[i * n + 9] = (float)i;
            matrix[m * n + 7] = 1;
            matrix[(m - 1) * n + 8] = 1; //~ race r1 write
        }
    }
    printf("%g\n", matrix[7]);
    return 0;
}
