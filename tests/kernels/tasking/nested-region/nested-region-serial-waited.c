// The task of the outer region is waited for before the inner one begins.
//@ twin: nested-region-serial.c
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        y = 1;
#pragma omp taskwait
#pragma omp parallel num_threads(1)
        {
#pragma omp task
            x = 1;
#pragma omp task
            x += y;
        }
    }
    printf("%d\n", x);
    return 0;
}
