// Tasks of two consecutive single constructs without a barrier between them.
//@ twin: single-two-barrier.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
    {
#pragma omp single nowait
        {
#pragma omp task
            x = 1; //~ race r1 write
        }
#pragma omp single nowait
        {
#pragma omp task
            x = 2; //~ race r1 write
        }
    }
    printf("x = %d\n", x);
    return 0;
}
