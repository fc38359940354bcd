/*
Both indices are private, because both loops are collapsed into one.
*/

#include <stdio.h>

enum { N = 12 };

int matrix[N][N];

int main(void) {
    int i, j;
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            matrix[i][j] = i + j;
    printf("%d\n", matrix[3][4]);
    return matrix[3][4] != 7;
}
