// One task takes the lock of the runtime for its atomic update, the other writes without it.
//@ twin: gcc-atomic-wide.c
//@ compiler: gcc
#include <stdio.h>

long double sum;

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
