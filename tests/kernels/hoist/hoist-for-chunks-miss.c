// Chunks of three rows go round the team. Each row is written up to its last element.
//@ twin: hoist-for-chunks-hit.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

volatile int size = 32, width = 7;
int matrix[33 * 7];

int main(void) {
#pragma omp parallel
    {
        long n = size, m = width;
#pragma omp for schedule(static, 3)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < m; j++)
                matrix[i * m + j] = 1;
    }
    printf("%d\n", matrix[3]);
    return 0;
}
