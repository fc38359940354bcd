/*
An index that runs one too far comes out in the next row of the matrix, which belongs to another
iteration.
Data race pair: flat[row*COLUMNS+column]@18:13:W vs. flat[row*COLUMNS+column]@18:13:W
*/

#include <stdio.h>

enum { ROWS = 8, COLUMNS = 8 };

int matrix[ROWS + 1][COLUMNS];

int main(void) {
    int *flat = &matrix[0][0];
#pragma omp parallel for schedule(static, 1) num_threads(4)
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++)
            flat[row*COLUMNS+column] = row;
    printf("%d\n", matrix[1][0]);
    return 0;
}
