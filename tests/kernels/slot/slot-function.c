// The number of the thread, and an address that depends on it, are passed to functions of this file.
//@ twin: slot-function-fixed.c
#include <omp.h>
#include <stdio.h>

struct totals {
    int hits;
    int misses;
} totals[64];

__attribute__((noinline)) static void hit(int number) { totals[number].hits++; }

__attribute__((noinline)) static void miss(struct totals *own) { own->misses++; }

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            hit(omp_get_thread_num());
            miss(&totals[omp_get_thread_num()]);
        }
    }
    printf("%d %d\n", totals[0].hits, totals[0].misses);
    return 0;
}
