// No processor adds to a long double at once, so gcc takes a lock of the runtime around the update.
//@ twin: gcc-atomic-wide-one-side.c
//@ compiler: gcc
//@ guarantee: this lock order only
#include <stdio.h>

long double sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
#pragma omp atomic
        sum += 1;
#pragma omp task
#pragma omp atomic
        sum += 2;
    }
    printf("sum > 0: %d\n", sum > 0);
    return 0;
}
