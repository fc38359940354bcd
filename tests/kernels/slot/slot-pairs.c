// Two threads share an element: half of the number finds it. One thread runs the tasks here, but need not.
//@ twin: slot-pairs-apart.c
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        count[omp_get_thread_num() / 2]++; //~ race r1 write, race r1 write
    }
    printf("%d\n", count[0]);
    return 0;
}
