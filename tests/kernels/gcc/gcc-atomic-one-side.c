// One task updates the variable atomically, the other writes it as it pleases.
//@ twin: gcc-atomic-both-sides.c
//@ compiler: gcc
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp atomic
        sum += 1; //~ race r1 write
#pragma omp task
        sum = 2; //~ race r1 write
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
