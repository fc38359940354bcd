// One task counts in the element of its thread, another one in an element that no thread has.
//@ twin: slot-fixed.c
//@ options: team=1
#include <omp.h>
#include <stdio.h>

int count[65];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        count[omp_get_thread_num()]++;
#pragma omp task
        count[64]++;
    }
    printf("%d\n", count[0]);
    return 0;
}
