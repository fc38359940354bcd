// One task clears a tile row by row, which compilers make calls of memset of, another writes the last byte of it.
//@ twin: hoist-fill-nest-miss.c
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
                    bytes[i][j] = 0; //~ race r1 write
        }
#pragma omp task
        {
            int n = rows, m = columns;
            for (int i = 0; i < n; i++)
                bytes[i][m] = 1;
            bytes[n - 1][m - 1] = 1; //~ race r1 write
        }
    }
    printf("%d\n", bytes[0][13]);
    return 0;
}
