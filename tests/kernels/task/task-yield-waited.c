// taskyield followed by taskwait: the wait gives the order.
//@ twin: task-yield.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp taskyield
#pragma omp taskwait
        seen = x;
    }
    printf("seen = %d\n", seen);
    return 0;
}
