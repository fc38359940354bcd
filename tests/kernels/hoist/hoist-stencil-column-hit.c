// Two tasks have the left and the right half of a grid. The left one reads the halo at its right side, the right one writes it.
//@ twin: hoist-stencil-column-miss.c
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
                    to[i * n + j] = from[i * n + j - 1] + from[i * n + j + 1]; //~ race r1 read
        }
#pragma omp task
        {
            int n = size, half = n / 2;
            for (int i = 1; i < n - 1; i++)
                for (int j = half; j < n; j++)
                    from[i * n + j] = 1; //~ race r1 write
        }
    }
    printf("%d\n", to[21]);
    return 0;
}
