// The counter is written and read atomically. Which value is seen still depends on the schedule, hence the guarantee.
//@ twin: atomic-plain-read.c
//@ guarantee: this lock order only
#include <stdio.h>

int hits, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic write
            hits = 5;
        }
#pragma omp task
        {
#pragma omp atomic read
            seen = hits;
        }
    }
    printf("seen = %d\n", seen);
    return 0;
}
