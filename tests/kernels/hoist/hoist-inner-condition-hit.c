// A condition that is the same for all iterations: the inner loop runs, and writes what another task reads.
//@ twin: hoist-inner-condition-miss.c
#include <stdio.h>

volatile int rows = 10, columns = 3, wanted = 1;
int matrix[400], sums[20], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = rows, m = columns, is_wanted = wanted;
            for (int i = 0; i < n; i++) {
                if (is_wanted)
                    for (int j = 0; j < m; j++)
                        matrix[i * 20 + j] = i; //~ race r1 write
                sums[i] = i;
            }
        }
#pragma omp task
        {
            int total = 0;
            for (int i = 0; i < 10; i++)
                total += matrix[i * 20 + 2]; //~ race r1 read
            sum = total;
        }
    }
    printf("%d %d\n", sum, sums[1]);
    return 0;
}
