// Every thread counts in a place of its own.
//@ twin: parallel-one-counter.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
    count[omp_get_thread_num()] += 1;
    printf("%d\n", count[0]);
    return 0;
}
