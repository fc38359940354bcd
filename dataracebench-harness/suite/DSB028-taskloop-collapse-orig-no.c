/*
Both loops belong to the taskloop, so each task has its own copies of both indices.
*/

#include <stdio.h>

enum { ROWS = 20, COLUMNS = 10 };

int grid[ROWS][COLUMNS];

int main(void) {
    int row, column;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop collapse(2)
        for (row = 0; row < ROWS; row++)
            for (column = 0; column < COLUMNS; column++)
                grid[row][column] += row;
    }
    printf("%d\n", grid[5][5]);
    return grid[5][5] != 5;
}
