// Each thread has an element of its own: twice the number finds it.
//@ twin: slot-pairs.c
#include <omp.h>
#include <stdio.h>

int count[128];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        count[omp_get_thread_num() * 2]++;
    }
    printf("%d\n", count[0]);
    return 0;
}
