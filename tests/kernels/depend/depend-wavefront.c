// A grid is computed from its upper and left neighbours, and the tasks name both.
//@ twin: depend-wavefront-one-side.c
#include <stdio.h>

enum { SIZE = 5 };

int grid[SIZE][SIZE];

static int from_above(int row, int column) {
    return grid[row - 1][column];
}

static int from_left(int row, int column) {
    return grid[row][column - 1];
}

int main(void) {
    for (int i = 0; i < SIZE; i++)
        grid[0][i] = grid[i][0] = 1;
#pragma omp parallel
#pragma omp single
    for (int row = 1; row < SIZE; row++)
        for (int column = 1; column < SIZE; column++) {
#pragma omp task depend(in : grid[row - 1][column], grid[row][column - 1]) depend(out : grid[row][column])
            grid[row][column] = from_above(row, column) + from_left(row, column);
        }
    printf("%d\n", grid[SIZE - 1][SIZE - 1]);
    return 0;
}
