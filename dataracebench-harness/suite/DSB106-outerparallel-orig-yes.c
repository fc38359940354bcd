/*
The dependence between rows is carried by the loop that is parallel.
Data race pair: matrix[i][j]@16:13:W vs. matrix[i-1][j]@16:28:R
*/

#include <stdio.h>

enum { N = 12 };

int matrix[N][N];

int main(void) {
#pragma omp parallel for schedule(static, 1) num_threads(4)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            matrix[i][j] = matrix[i-1][j] + 1;
    printf("%d\n", matrix[3][4]);
    return 0;
}
