// Windows at a distance of two elements: they are one element long, so every other is read, and another task writes those between.
//@ twin: hoist-convolve-apart-hit.c
#include <stdio.h>

volatile int size = 30, taps = 1;
int from[100], weights[10], to[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, m = taps;
            for (int i = 0; i < n; i++) {
                int sum = 0;
                for (int j = 0; j < m; j++)
                    sum += weights[j] * from[2 * i + j];
                to[i] = sum;
            }
        }
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < 2 * n; i += 2)
                from[i] = 1;
        }
    }
    printf("%d\n", to[3]);
    return 0;
}
