/*
Only the inner loop is parallel; the dependence between rows is carried by the outer one.
*/

#include <stdio.h>

enum { N = 12 };

int matrix[N][N];

int main(void) {
    for (int j = 0; j < N; j++)
        matrix[0][j] = j;
    for (int i = 1; i < N; i++) {
#pragma omp parallel for
        for (int j = 0; j < N; j++)
            matrix[i][j] = matrix[i-1][j] + 1;
    }
    printf("%d\n", matrix[3][4]);
    return matrix[3][4] != 7;
}
