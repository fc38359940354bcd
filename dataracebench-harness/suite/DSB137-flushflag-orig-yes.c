/*
A flag is set and polled with flushes but without atomic accesses: the flushes order nothing between
the two threads.
Data race pair: data@17:13:W vs. data@28:20:R
Data race pair: ready@19:13:W vs. ready@24:21:R
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int data = 0, seen = 0;
    volatile int ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 42;
#pragma omp flush
            ready = 1;
#pragma omp flush
        } else {
            for (int tries = 0; tries < 1000; tries++) {
#pragma omp flush
                if (ready)
                    break;
            }
#pragma omp flush
            seen = data;
        }
    }
    printf("%d\n", seen);
    return 0;
}
