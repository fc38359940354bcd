// Blocks of a matrix that depend on the block before them. The bound is one row too far, in the next block.
//@ twin: hoist-depend-miss.c
#include <stdio.h>

volatile int blocks = 4, rows = 5;
int matrix[21][8];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = blocks;
        for (int block = 0; block < n; block++) {
#pragma omp task depend(inout : matrix[5 * block]) firstprivate(block)
            {
                int m = rows + 1;
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < 8; j++)
                        matrix[5 * block + i][j] = block; //~ race r1 write, race r1 write, race r2 write
            }
#pragma omp task depend(in : matrix[5 * block]) depend(out : matrix[5 * block + 1]) firstprivate(block)
            {
                int m = rows;
                for (int i = 0; i < m; i++)
                    matrix[5 * block + i][7] += 1; //~ race r2 write
            }
        }
    }
    printf("%d\n", matrix[3][3]);
    return 0;
}
