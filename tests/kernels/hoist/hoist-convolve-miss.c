// A convolution reads n + m - 1 elements. Another task writes the one behind.
//@ twin: hoist-convolve-hit.c
#include <stdio.h>

volatile int size = 30, taps = 5;
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
                    sum += weights[j] * from[i + j];
                to[i] = sum;
            }
        }
#pragma omp task
        from[size + taps - 1] = 1;
    }
    printf("%d\n", to[3]);
    return 0;
}
