// Chunks of three rows go round the team. Each row is written up to the first element of the next one.
//@ twin: hoist-for-chunks-miss.c
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
            for (long j = 0; j <= m; j++)
                matrix[i * m + j] = 1; //~ race r1 write, race r1 write
    }
    printf("%d\n", matrix[3]);
    return 0;
}
