// The outcome of a condition is the same for all iterations: the second of two loops runs; so nobody writes the row that another task reads.
//@ twin: hoist-inner-else-hit.c
#include <stdio.h>

volatile int rows = 10, columns = 3, wanted = 0;
int first[400], second[400], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = rows, m = columns, is_wanted = wanted;
            for (int i = 0; i < n; i++)
                if (is_wanted)
                    for (int j = 0; j < m; j++)
                        first[i * 20 + j] = i;
                else
                    for (int j = 0; j < m; j++)
                        second[i * 20 + j] = i + j;
        }
#pragma omp task
        {
            int total = 0;
            for (int i = 0; i < 10; i++)
                total += first[i * 20 + 2];
            sum = total;
        }
    }
    printf("%d %d\n", sum, second[1]);
    return 0;
}
