// A thread reads its neighbour's place one region after the neighbour wrote it.
//@ twin: parallel-one-region.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], sum[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        place[me] = me;
    }
#pragma omp parallel
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        sum[me] = place[(me + 1) % team];
    }
    printf("%d\n", sum[0]);
    return 0;
}
