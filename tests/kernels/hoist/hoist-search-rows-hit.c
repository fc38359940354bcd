// One task searches each row of a table, another writes the element that is found in the last row.
//@ twin: hoist-search-rows-miss.c
#include <stdio.h>

volatile int rows = 8;
int table[8][16], found[8];

int main(void) {
    for (int i = 0; i < 8; i++)
        table[i][i + 3] = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = rows;
            for (int i = 0; i < n; i++) {
                found[i] = -1;
                for (int j = 0; j < 16; j++)
                    if (table[i][j] == 7) { //~ race r1 read
                        found[i] = j;
                        break;
                    }
            }
        }
#pragma omp task
        {
            int n = rows;
            for (int i = 0; i < n; i++)
                table[i][i + 4] = 1;
            table[n - 1][n + 2] = 7; //~ race r1 write
        }
    }
    printf("%d\n", found[1]);
    return 0;
}
