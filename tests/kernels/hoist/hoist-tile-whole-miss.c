// Two tasks write the upper and the lower rows of a matrix from end to end, so that each half is one stretch of memory.
//@ twin: hoist-tile-whole-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int width = 23, height = 20;

int main(void) {
    short *matrix = calloc(width * height, sizeof *matrix);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = width, half = height / 2;
            for (int i = 0; i < half; i++)
                for (int j = 0; j < n; j++)
                    matrix[i * n + j] = 1;
        }
#pragma omp task
        {
            int n = width, half = height / 2;
            for (int i = height - 1; i >= half; i--)
                for (int j = 0; j < n; j++)
                    matrix[i * n + j] = 2;
        }
    }
    printf("%d\n", matrix[7]);
    free(matrix);
    return 0;
}
