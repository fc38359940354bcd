// A task reads a block, and another one frees it, both in critical sections, where a flag says whether it is there. In the other order of the
// sections the first task would find it gone.
//@ twin: free-in-critical-unlocked.c
//@ guarantee: this lock order only
#include <stdio.h>
#include <stdlib.h>

int seen, gone;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = calloc(10, sizeof *block);
#pragma omp task
        {
#pragma omp critical
            if (!gone)
                seen = block[1];
        }
#pragma omp task
        {
#pragma omp critical
            {
                free(block);
                gone = 1;
            }
        }
    }
    printf("%d\n", seen);
    return 0;
}
