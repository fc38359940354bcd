// One task writes a column of a matrix, another the columns beside it and the element below.
//@ twin: hoist-column-hit.c
#include <stdio.h>

volatile int width = 31, height = 20;
double matrix[40 * 40];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = width, m = height;
            for (int i = 0; i < m; i++)
                matrix[i * n + 7] = i;
        }
#pragma omp task
        {
            int n = width, m = height;
            for (int i = 0; i < m; i++)
                matrix[i * n + 6] = matrix[i * n + 8] = i;
            matrix[m * n + 7] = 1;
        }
    }
    printf("%g\n", matrix[7]);
    return 0;
}
