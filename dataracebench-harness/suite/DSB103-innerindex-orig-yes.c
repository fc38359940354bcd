/*
The index of the inner loop is declared before the region and shared.
Data race pair: j@19:14:W vs. j@19:14:W
Data race pair: j@19:14:W vs. j@19:21:R
Data race pair: j@19:14:W vs. j@20:32:R
Data race pair: j@19:21:R vs. j@19:28:W
*/

#include <stdio.h>

enum { N = 12 };

int matrix[N][N];

int main(void) {
    int i, j;
#pragma omp parallel for
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            matrix[i][j] = i + j;
    printf("%d\n", matrix[3][4]);
    return 0;
}
