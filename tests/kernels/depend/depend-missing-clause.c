// The producer declares what it writes, the consumer does not say what it reads: a clause on one side orders nothing.
//@ twin: depend-both-clauses.c
//@ says: has no depend clause
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp task
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
