// The greatest value is kept with an atomic compare, which clang's instrumentation leaves out.
//@ twin: atomics-maximum-plain.c
//@ options: team=4
//@ guarantee: all schedules of this input
//@ flags: -fopenmp-version=51
#include <omp.h>
#include <stdio.h>

int most;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num();
#pragma omp atomic compare
        if (most < mine) { most = mine; }
    }
    printf("%d\n", most);
    return most != 3;
}
