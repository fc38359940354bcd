// Two loops are collapsed into one, and each iteration has an element of its own.
//@ twin: taskloop-collapse-row.c
#include <stdio.h>

enum { SIZE = 6 };

int m[SIZE][SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) grainsize(1)
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            m[i][j] = i * j;
    printf("%d\n", m[SIZE - 1][SIZE - 1]);
    return 0;
}
