// Without a barrier between two loops, each thread reads the rows that it has written and the first one of the next thread.
//@ twin: hoist-for-tiles-miss.c
//@ options: team=4
#include <stdio.h>

volatile int size = 32;
int from[33][20], to[32][20];

int main(void) {
#pragma omp parallel
    {
        int n = size, m = 20;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                from[i][j] = i; //~ race r1 write
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[i][j] = 2 * from[i + 1][j]; //~ race r1 read
    }
    printf("%d\n", to[3][3]);
    return 0;
}
