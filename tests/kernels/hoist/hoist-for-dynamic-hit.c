// Rows are handed out one by one, and each writes the first byte of the next one.
//@ twin: hoist-for-dynamic-miss.c
//@ options: team=4
#include <stdio.h>

volatile int size = 32, width = 7;
char matrix[33 * 7];

int main(void) {
#pragma omp parallel
    {
        long n = size, m = width;
#pragma omp for schedule(dynamic)
        for (long i = 0; i < n; i++)
            for (long j = 0; j <= m; j++)
                matrix[i * m + j] = (char)(i + j); //~ race r1 write, race r1 write
    }
    printf("%d\n", matrix[3]);
    return 0;
}
