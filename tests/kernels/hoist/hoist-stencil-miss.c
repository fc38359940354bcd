// One task reads the interior of a grid and the halo around it, another writes the corners, which nobody reads, and what is around the halo.
//@ twin: hoist-stencil-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 18;

static void relax(double *to, const double *from, int n) {
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++)
            to[i * n + j] = from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] + from[(i - 1) * n + j] + from[(i + 1) * n + j];
}

int main(void) {
    double *from = calloc(size * size, sizeof *from), *to = calloc(size * size, sizeof *to);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        relax(to, from, size);
#pragma omp task
        {
            int n = size;
            from[n + 1] = 1;
            from[n + n - 2] = 1;
            from[(n - 2) * n + 1] = 1;
            from[(n - 2) * n + n - 2] = 1;
            for (int i = 0; i < n; i++) {
                from[i] = 1;
                from[i * n] = 1;
                from[i * n + n - 1] = 1;
                from[(n - 1) * n + i] = 1;
            }
        }
    }
    printf("%g\n", to[2 * size + 2]);
    free(from);
    free(to);
    return 0;
}
