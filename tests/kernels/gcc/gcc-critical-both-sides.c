// Both tasks hold the same critical section.
//@ twin: gcc-critical-one-side.c
//@ compiler: gcc
//@ guarantee: this lock order only
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp critical(total)
        x = 1;
#pragma omp task
#pragma omp critical(total)
        x = 2;
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
