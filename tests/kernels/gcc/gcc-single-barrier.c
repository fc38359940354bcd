// The barrier at the end of single waits for all tasks.
//@ twin: gcc-single-nowait.c
//@ compiler: gcc
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
#pragma omp single
        {
#pragma omp task
            x = 2;
        }
    }
    printf("x = %d\n", x);
    return 0;
}
