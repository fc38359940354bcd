// The barrier at the end of single completes the tasks created in it.
//@ twin: single-nowait.c
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
        int seen = x;
        if (seen > 1)
            puts("impossible");
    }
    printf("x = %d\n", x);
    return 0;
}
