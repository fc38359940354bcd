// Both tasks add inside the critical construct.
//@ twin: critical-one-side.c
//@ guarantee: this lock order only
#include <stdio.h>

int total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp critical
            total += 1;
        }
#pragma omp task
        {
#pragma omp critical
            total += 2;
        }
    }
    printf("total = %d\n", total);
    return 0;
}
