// One task searches each row of a table, another writes the element behind the one that is found in each.
//@ twin: hoist-search-rows-hit.c
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
                    if (table[i][j] == 7) {
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
        }
    }
    printf("%d\n", found[1]);
    return 0;
}
