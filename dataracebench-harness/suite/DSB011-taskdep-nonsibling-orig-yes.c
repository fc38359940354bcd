/*
A depend clause orders siblings only. The inner tasks are children of different tasks, and the outer
ones end without waiting for them.
Data race pair: hits@17:13:W vs. hits@22:13:W
*/

#include <stdio.h>

int main(void) {
    int hits = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(hits) depend(inout : hits)
        {
#pragma omp task shared(hits) depend(inout : hits)
            hits += 1;
        }
#pragma omp task shared(hits) depend(inout : hits)
        {
#pragma omp task shared(hits) depend(inout : hits)
            hits += 2;
        }
    }
    printf("hits = %d\n", hits);
    return 0;
}
