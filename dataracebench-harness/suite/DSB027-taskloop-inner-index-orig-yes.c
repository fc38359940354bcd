/*
Only the outer loop belongs to the taskloop. The index of the inner one is declared outside and
shared by all tasks.
Data race pair: column@23:18:W vs. column@23:18:W
Data race pair: column@23:18:W vs. column@23:30:R
Data race pair: column@23:18:W vs. column@24:27:R
Data race pair: column@23:30:R vs. column@23:48:W
*/

#include <stdio.h>

enum { ROWS = 20, COLUMNS = 10 };

int grid[ROWS][COLUMNS];

int main(void) {
    int row, column;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (row = 0; row < ROWS; row++)
            for (column = 0; column < COLUMNS; column++)
                grid[row][column] += row;
    }
    printf("%d\n", grid[5][5]);
    return 0;
}
