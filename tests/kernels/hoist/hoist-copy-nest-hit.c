// One task copies a tile row by row, another writes the first element of the last row that is read.
//@ twin: hoist-copy-nest-miss.c
#include <stdio.h>

volatile int rows = 10, columns = 13;
int from[20][32], to[20][32];

static void copy(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 5; j < m; j++)
            to[i][j] = from[i][j]; //~ race r1 read
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        copy(rows, columns);
#pragma omp task
        {
            int n = rows;
            for (int i = 0; i < n; i++)
                from[i][4] = 1;
            from[n - 1][5] = 1; //~ race r1 write
        }
    }
    printf("%d\n", to[0][5]);
    return 0;
}
