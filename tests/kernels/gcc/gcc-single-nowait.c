// Without the barrier at the end of single, its task and the next one are unordered.
//@ twin: gcc-single-barrier.c
//@ compiler: gcc
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
#pragma omp single
        {
#pragma omp task
            x = 2; //~ race r1 write
        }
    }
    printf("x = %d\n", x);
    return 0;
}
