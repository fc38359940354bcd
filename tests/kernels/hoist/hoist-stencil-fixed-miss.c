// One task reads the interior of a grid, of a size that is known to the compiler, and the halo around it; another task writes the corners, and what is around the halo.
//@ twin: hoist-stencil-fixed-hit.c
#include <stdio.h>

enum { SIZE = 18 };
float from[SIZE][SIZE], to[SIZE][SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 2; i < SIZE - 2; i++)
            for (int j = 2; j < SIZE - 2; j++)
                to[i][j] = from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i - 1][j] + from[i + 1][j];
#pragma omp task
        {
            from[1][1] = from[1][SIZE - 2] = from[SIZE - 2][1] = from[SIZE - 2][SIZE - 2] = 1;
            for (int i = 0; i < SIZE; i++)
                from[0][i] = from[i][0] = from[i][SIZE - 1] = from[SIZE - 1][i] = 1;
        }
    }
    printf("%g\n", to[2][2]);
    return 0;
}
