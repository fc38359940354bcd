// One barrier per round: the next round's writing is not kept behind this round's reading.
//@ twin: barrier-two-per-round.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], seen[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        for (int round = 0; round < 3; round++) {
            place[me] = round; //~ race r1 write
#pragma omp barrier
            seen[me] = place[next]; //~ race r1 read
        }
    }
    printf("%d\n", seen[0]);
    return 0;
}
