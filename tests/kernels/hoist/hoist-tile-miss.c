// One task writes a tile of a matrix, another the rows and columns around it.
//@ twin: hoist-tile-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int width = 23, height = 21;

static void tile(int *matrix, int n, int top, int bottom, int left, int right) {
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++)
            matrix[i * n + j] = i + j;
}

int main(void) {
    int *matrix = calloc(width * height, sizeof *matrix);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        tile(matrix, width, 5, height - 5, 6, width - 6);
#pragma omp task
        {
            int n = width;
            for (int i = 4; i <= height - 5; i++) {
                matrix[i * n + 5] = i;
                matrix[i * n + n - 6] = i;
            }
            for (int j = 5; j <= n - 6; j++) {
                matrix[4 * n + j] = j;
                matrix[(height - 5) * n + j] = j;
            }
        }
    }
    printf("%d\n", matrix[6 * width + 7]);
    free(matrix);
    return 0;
}
