/*
Each outer task waits for its inner one, so the order of the outer tasks carries over to the inner
ones.
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
#pragma omp taskwait
        }
#pragma omp task shared(hits) depend(inout : hits)
        {
#pragma omp task shared(hits) depend(inout : hits)
            hits += 2;
#pragma omp taskwait
        }
    }
    printf("hits = %d\n", hits);
    return hits != 3;
}
