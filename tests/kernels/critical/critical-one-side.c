// One of two tasks forgets the critical construct.
//@ twin: critical-both-sides.c
#include <stdio.h>

int total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp critical
            total += 1; //~ race r1 write
        }
#pragma omp task
        total += 2; //~ race r1 write
    }
    printf("total = %d\n", total);
    return 0;
}
