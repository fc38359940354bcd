// One task writes a tile of a matrix, the last row first, another what is beside its first row and its last one.
//@ twin: hoist-tile-upwards-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int width = 23, height = 21;

int main(void) {
    int *matrix = calloc(width * height, sizeof *matrix);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = width;
            for (int i = height - 6; i >= 5; i--)
                for (int j = 6; j < n - 6; j++)
                    matrix[i * n + j] = i + j;
        }
#pragma omp task
        {
            int n = width;
            matrix[4 * n + 6] = 1;
            matrix[5 * n + 5] = 1;
            matrix[(height - 5) * n + 6] = 1;
            matrix[(height - 6) * n + n - 6] = 1;
        }
    }
    printf("%d\n", matrix[6 * width + 7]);
    free(matrix);
    return 0;
}
