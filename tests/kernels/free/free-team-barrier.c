// One thread of a team frees a block that another one has read, after a barrier. Then each task makes a block of its own, at
// the same address as others before.
//@ twin: free-team-unordered.c
//@ options: team=4
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int seen, sums[40];

int main(void) {
    int *block = calloc(100, sizeof *block);
#pragma omp parallel
    {
        if (omp_get_thread_num() == 2)
            seen = block[7];
#pragma omp barrier
        if (omp_get_thread_num() == 1)
            free(block);
#pragma omp for nowait
        for (int i = 0; i < 40; i++) {
#pragma omp task
            {
                int *mine = malloc(100 * sizeof *mine);
                mine[7] = i;
                sums[i] = mine[7];
                free(mine);
            }
        }
    }
    printf("%d %d\n", seen, sums[39]);
    return 0;
}
