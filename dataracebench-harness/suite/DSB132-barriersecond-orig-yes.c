/*
There is a barrier between the first store and the reading, but none between the reading and the
store of the next round.
Data race pair: slot[me]@18:13:W vs. slot[(me+1)%TEAM]@20:25:R
*/

#include <omp.h>
#include <stdio.h>

enum { TEAM = 4, ROUNDS = 3 };

int main(void) {
    int slot[TEAM] = {0}, seen[TEAM] = {0};
#pragma omp parallel num_threads(TEAM)
    {
        int me = omp_get_thread_num();
        for (int round = 0; round < ROUNDS; round++) {
            slot[me] = me + round;
#pragma omp barrier
            seen[me] += slot[(me+1)%TEAM];
        }
    }
    printf("%d\n", seen[0]);
    return 0;
}
