// Every task of a loop has a counter of its own; they are added up when all have finished.
//@ twin: loop-one-counter.c
#include <stdio.h>

int counters[8];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        counters[i] += i;
    }
    for (int i = 0; i < 8; i++)
        total += counters[i];
    printf("total = %d\n", total);
    return 0;
}
