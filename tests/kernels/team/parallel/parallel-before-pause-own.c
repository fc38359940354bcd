// The program ends while OpenMP is paused. Before, each of two threads writes a variable of its own.
//@ twin: parallel-before-pause.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int counters[2];

int main(void) {
#pragma omp parallel num_threads(2)
    counters[omp_get_thread_num()] = 1;
    if (omp_pause_resource_all(omp_pause_soft) != 0)
        return 1;
    printf("%d\n", counters[1]);
    return 0;
}
