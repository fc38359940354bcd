/*
Each thread fills its slot; behind the barrier it reads its neighbour's.
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
#pragma omp barrier
        seen[me] = slot[(me+1)%TEAM];
    }
    printf("%d\n", seen[0]);
    return seen[0] != 2;
}
