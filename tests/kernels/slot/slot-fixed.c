// One task counts in the element of its thread, another one in the first element, whichever thread runs it.
//@ twin: slot-fixed-apart.c
//@ options: team=1
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        count[omp_get_thread_num()]++; //~ race r1 write
#pragma omp task
        count[0]++; //~ race r1 write
    }
    printf("%d\n", count[0]);
    return 0;
}
