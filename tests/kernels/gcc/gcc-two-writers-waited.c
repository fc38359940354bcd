// A taskwait stands between the two writing tasks of a gcc program.
//@ twin: gcc-two-writers.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp taskwait
#pragma omp task
        x = 2;
    }
    printf("x = %d\n", x);
    return 0;
}
