// The step is known when the program runs, and the bound is no multiple of it: another task writes the elements around the last one that is reached, up to the one that would be next.
//@ twin: hoist-stride-runtime-hit.c
#include <stdio.h>

volatile long size = 50, step = 7;
int numbers[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long n = size, s = step;
            // 0, 7, ..., 49.
            for (long i = 0; i < n; i += s)
                numbers[i] = 1;
        }
#pragma omp task
        {
            numbers[48] = numbers[50] = numbers[56] = 1;
        }
    }
    printf("%d\n", numbers[7]);
    return 0;
}
