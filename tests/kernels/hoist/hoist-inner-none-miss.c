// The inner loop runs in no iteration of the outer one; so nobody writes the elements that another task reads.
//@ twin: hoist-inner-none-hit.c
#include <stdio.h>

volatile int rows = 10, columns = 0;
int matrix[400], sums[20], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = rows, m = columns;
            for (int i = 0; i < n; i++) {
                sums[i] = i;
                for (int j = 0; j < m; j++)
                    matrix[i * 20 + j] = i;
            }
        }
#pragma omp task
        {
            int total = 0;
            for (int i = 0; i < 10; i++)
                total += matrix[i * 20];
            sum = total;
        }
    }
    printf("%d %d\n", sum, sums[1]);
    return 0;
}
