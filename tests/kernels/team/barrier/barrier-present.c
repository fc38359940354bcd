// A barrier stands between the writing and the reading.
//@ twin: barrier-missing.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], seen[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        place[me] = me;
#pragma omp barrier
        seen[me] = place[next];
    }
    printf("%d\n", seen[0]);
    return 0;
}
