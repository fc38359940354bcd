// Two iterators name a block of a matrix, and that is what the task reads.
//@ twin: iterator-transposed.c
#include <stdio.h>

enum { SIZE = 4 };

int m[SIZE][SIZE], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++) {
#pragma omp task depend(out : m[i][j])
                m[i][j] = i * j;
            }
#pragma omp task depend(iterator(i = 2 : 4, j = 0 : 2), in : m[i][j])
        for (int i = 2; i < 4; i++)
            for (int j = 0; j < 2; j++)
                total += m[i][j];
    }
    printf("%d\n", total);
    return 0;
}
