// Every thread leaves the region. What they wrote is read behind its end, which waits for all of them.
//@ twin: cancellation-parallel.c
//@ options: team=4
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <omp.h>
#include <stdio.h>

int found[4];

int main(void) {
#pragma omp parallel num_threads(4)
    {
        found[omp_get_thread_num()] = 1;
#pragma omp cancel parallel
    }
    printf("%d\n", found[0] + found[1] + found[2] + found[3]);
    return 0;
}
