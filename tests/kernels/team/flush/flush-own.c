// Flushes of data that each thread has for itself.
//@ twin: flush-counter.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp flush
        count[me] += 1;
#pragma omp flush release
#pragma omp flush acquire
        count[me] += 1;
    }
    printf("%d\n", count[0]);
    return count[0] != 2;
}
