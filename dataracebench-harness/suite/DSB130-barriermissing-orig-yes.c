/*
Each thread fills its slot and reads its neighbour's without waiting for it.
Data race pair: slot[me]@16:9:W vs. slot[(me+1)%TEAM]@17:20:R
*/

#include <omp.h>
#include <stdio.h>

enum { TEAM = 4 };

int main(void) {
    int slot[TEAM] = {0}, seen[TEAM] = {0};
#pragma omp parallel num_threads(TEAM)
    {
        int me = omp_get_thread_num();
        slot[me] = me + 1;
        seen[me] = slot[(me+1)%TEAM];
    }
    printf("%d\n", seen[0]);
    return 0;
}
