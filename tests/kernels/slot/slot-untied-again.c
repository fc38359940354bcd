// An untied task takes the number of its thread after the taskwait.
//@ twin: slot-untied.c
#include <omp.h>
#include <stdio.h>

int count[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task untied
        {
#pragma omp taskwait
            count[omp_get_thread_num()]++;
        }
    }
    printf("%d\n", count[0]);
    return 0;
}
