// Without a barrier between two loops, each thread reads the rows that it has written.
//@ twin: hoist-for-tiles-hit.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
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
                from[i][j] = i;
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                to[i][j] = 2 * from[i][j];
    }
    printf("%d\n", to[3][3]);
    return 0;
}
