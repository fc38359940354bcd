// Each row is filled after a function has created a task that reads it.
//@ twin: hoist-create-inner-miss.c
#include <stdio.h>

volatile int size = 20;
int matrix[20][20], sums[20];

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    sums[i] = matrix[i][7]; //~ race r1 read
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size;
        for (int i = 0; i < n; i++) {
            start(i);
            for (int j = 0; j < n; j++)
                matrix[i][j] = i; //~ race r1 write
        }
    }
    printf("%d\n", sums[3]);
    return 0;
}
