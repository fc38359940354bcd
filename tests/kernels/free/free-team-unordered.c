// One thread of a team frees a block that another one reads, with no barrier between them.
//@ twin: free-team-barrier.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int seen;

int main(void) {
    int *block = calloc(100, sizeof *block);
#pragma omp parallel
    {
        if (omp_get_thread_num() == 2)
            seen = block[7]; //~ race r1 read
        if (omp_get_thread_num() == 1)
            free(block); //~ race r1 free
    }
    printf("%d\n", seen >= 0);
    return 0;
}
