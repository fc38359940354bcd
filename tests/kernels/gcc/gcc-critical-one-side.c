// One task writes outside of the critical section.
//@ twin: gcc-critical-both-sides.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp critical(total)
        x = 1; //~ race r1 write
#pragma omp task
        x = 2; //~ race r1 write
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
