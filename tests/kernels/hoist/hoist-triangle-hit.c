// One task writes the triangle below the diagonal and the diagonal itself, another reads what is above and the last element of the diagonal.
//@ twin: hoist-triangle-miss.c
#include <stdio.h>

volatile int size = 20;
int matrix[400], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                for (int j = 0; j <= i; j++)
                    matrix[i * n + j] = 1; //~ race r1 write
        }
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 0; i < n; i++)
                for (int j = i + 1; j < n; j++)
                    total += matrix[i * n + j];
            total += matrix[n * n - 1]; //~ race r1 read
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
