// Two barriers per round: behind the writing and behind the reading.
//@ twin: barrier-one-per-round.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int place[64], seen[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num(), next = (me + 1) % omp_get_num_threads();
        for (int round = 0; round < 3; round++) {
            place[me] = round;
#pragma omp barrier
            seen[me] = place[next];
#pragma omp barrier
        }
    }
    printf("%d\n", seen[0]);
    return 0;
}
