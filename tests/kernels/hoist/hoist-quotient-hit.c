// The elements of one task are n / m apart, the last of which another task writes.
//@ twin: hoist-quotient-miss.c
#include <stdio.h>

volatile unsigned long size = 100, parts = 14;
int numbers[200];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned long n = size, m = parts;
            // 0, 7, ..., 91.
            for (unsigned long i = 0; i < m; i++)
                numbers[i * (n / m)] = 1; //~ race r1 write
        }
#pragma omp task
        {
            unsigned long n = size, m = parts, step = n / m;
            for (unsigned long i = 0; i < m; i++)
                numbers[i * step + 1] = numbers[i * step + 6] = 2;
            numbers[(m - 1) * step] = 2; //~ race r1 write
        }
    }
    printf("%d\n", numbers[1]);
    return 0;
}
