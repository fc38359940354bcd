// Two iterators name the transposed block of the one that is read.
//@ twin: iterator-block.c
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
                m[i][j] = i * j; //~ race r1 write
            }
#pragma omp task depend(iterator(i = 2 : 4, j = 0 : 2), in : m[j][i])
        for (int i = 2; i < 4; i++)
            for (int j = 0; j < 2; j++)
                total += m[i][j]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
