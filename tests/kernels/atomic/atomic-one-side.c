// One task adds atomically, the other does not: atomicity protects only if both sides have it.
//@ twin: atomic-both-sides.c
#include <stdio.h>

int hits;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic
            hits += 1; //~ race r1 write
        }
#pragma omp task
        hits += 10; //~ race r1 write
    }
    printf("hits = %d\n", hits);
    return 0;
}
