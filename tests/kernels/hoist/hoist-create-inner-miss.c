// Each row is filled before a function creates a task that reads it.
//@ twin: hoist-create-inner-hit.c
#include <stdio.h>

volatile int size = 20;
int matrix[20][20], sums[20];

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    sums[i] = matrix[i][7];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                matrix[i][j] = i;
            start(i);
        }
    }
    printf("%d\n", sums[3]);
    return 0;
}
