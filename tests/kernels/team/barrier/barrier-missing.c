// Each thread reads its neighbour's place, which the neighbour may not have written yet.
//@ twin: barrier-present.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], seen[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        place[me] = me;          //~ race r1 write
        seen[me] = place[next]; //~ race r1 read
    }
    printf("%d\n", seen[0]);
    return 0;
}
