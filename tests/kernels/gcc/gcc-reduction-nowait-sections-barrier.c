// Thread 0 writes the variable of a reduction over sections when all have combined.
// gcc combines by atomics, or under a lock of its own.
//@ twin: gcc-reduction-nowait-sections.c
//@ compiler: gcc
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp sections reduction(+ : sum) nowait
        {
#pragma omp section
            sum += 1;
#pragma omp section
            sum += 2;
        }
#pragma omp barrier
#pragma omp master
        sum = 7;
    }
    printf("%d\n", sum);
    return sum != 7;
}
