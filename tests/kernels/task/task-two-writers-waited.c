// The first writer is waited for before the second one is created: the second value always stays.
//@ twin: task-two-writers.c
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
