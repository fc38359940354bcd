// A tile is written twice. In between, a task is created that reads an element beside it.
//@ twin: hoist-again-hit.c
#include <stdio.h>

volatile int size = 12;
int matrix[20][20], seen;

static void fill(int n, int value) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            matrix[i][j] = value + j;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        fill(size, 1);
#pragma omp task
        seen = matrix[6][size];
        fill(size, 2);
    }
    printf("%d\n", matrix[3][3] + seen);
    return 0;
}
