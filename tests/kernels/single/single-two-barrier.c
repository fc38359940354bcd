// Tasks of two consecutive single constructs with a barrier between them.
//@ twin: single-two-nowait.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        {
#pragma omp task
            x = 1;
        }
#pragma omp single nowait
        {
#pragma omp task
            x = 2;
        }
    }
    printf("x = %d\n", x);
    return 0;
}
