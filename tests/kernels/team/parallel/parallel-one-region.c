// A thread reads its neighbour's place in the region in which the neighbour writes it.
//@ twin: parallel-two-regions.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], sum[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        place[me] = me;                 //~ race r1 write
        sum[me] = place[(me + 1) % team]; //~ race r1 read
    }
    printf("%d\n", sum[0]);
    return 0;
}
