// Every iteration has an element of its own.
//@ twin: gcc-taskloop-carried.c
//@ compiler: gcc
#include <stdio.h>

int a[9];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4)
        for (int i = 1; i < 9; i++) {
            a[i] = a[i] + 1;
        }
    }
    printf("a[8] = %d\n", a[8]);
    return 0;
}
