// All tasks are created in the inner region, whose end they do not outlive.
//@ twin: nested-region-barrier.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task
            x = 1;
#pragma omp task
            y = 2;
        }
        seen = x + y;
    }
    printf("%d\n", seen);
    return 0;
}
