// OpenMP's resources are given back between two regions. Each thread of the second region has a counter.
//@ twin: parallel-after-pause.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int counters[64];

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        counters[0] = 1;
    }
    if (omp_pause_resource(omp_pause_hard, omp_get_initial_device()) != 0)
        return 1;
#pragma omp parallel
    counters[omp_get_thread_num()] = 2;
    printf("%d\n", counters[0]);
    return 0;
}
