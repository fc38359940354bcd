// The inner loop runs once in each iteration of the outer one, and writes elements that another task reads.
//@ twin: hoist-inner-none-miss.c
#include <stdio.h>

volatile int rows = 10, columns = 1;
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
                    matrix[i * 20 + j] = i; //~ race r1 write
            }
        }
#pragma omp task
        {
            int total = 0;
            for (int i = 0; i < 10; i++)
                total += matrix[i * 20]; //~ race r1 read
            sum = total;
        }
    }
    printf("%d %d\n", sum, sums[1]);
    return 0;
}
