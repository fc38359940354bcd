// Two tasks have the left and the right half of a grid. The right one does not write the halo at its left side, which the left one reads.
//@ twin: hoist-stencil-column-hit.c
#include <stdio.h>

volatile int size = 20;
int from[40 * 40], to[40 * 40];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, half = n / 2;
            for (int i = 1; i < n - 1; i++)
                for (int j = 1; j < half; j++)
                    to[i * n + j] = from[i * n + j - 1] + from[i * n + j + 1];
        }
#pragma omp task
        {
            int n = size, half = n / 2;
            for (int i = 1; i < n - 1; i++)
                for (int j = half + 1; j < n; j++)
                    from[i * n + j] = 1;
        }
    }
    printf("%d\n", to[21]);
    return 0;
}
