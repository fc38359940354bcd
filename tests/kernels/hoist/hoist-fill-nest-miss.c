// One task clears a tile row by row, which compilers make calls of memset of, another writes the byte behind its last row and those behind the others.
//@ twin: hoist-fill-nest-hit.c
#include <stdio.h>

volatile int rows = 10, columns = 13;
char bytes[20][32];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = rows, m = columns;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    bytes[i][j] = 0;
        }
#pragma omp task
        {
            int n = rows, m = columns;
            for (int i = 0; i < n; i++)
                bytes[i][m] = 1;
        }
    }
    printf("%d\n", bytes[0][13]);
    return 0;
}
