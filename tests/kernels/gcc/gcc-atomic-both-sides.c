// Both tasks update the variable atomically.
//@ twin: gcc-atomic-one-side.c
//@ compiler: gcc
//@ guarantee: this lock order only
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp atomic
        sum += 1;
#pragma omp task
#pragma omp atomic
        sum += 2;
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
