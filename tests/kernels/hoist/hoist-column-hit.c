// One task writes a column of a matrix, another its last element.
//@ twin: hoist-column-miss.c
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
                matrix[i * n + 7] = i; //~ race r1 write
        }
#pragma omp task
        {
            int n = width, m = height;
            for (int i = 0; i < m; i++)
                matrix[i * n + 6] = matrix[i * n + 8] = i;
            matrix[(m - 1) * n + 7] = 1; //~ race r1 write
        }
    }
    printf("%g\n", matrix[7]);
    return 0;
}
