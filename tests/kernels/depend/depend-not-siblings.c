// Clauses order the children of one task. These two have different parents, so the clauses do not meet.
//@ twin: depend-siblings.c
//@ says: order only tasks that one task has created, and these have two creators
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task depend(out : x)
            x = 1; //~ race r1 write
        }
#pragma omp task
        {
#pragma omp task depend(in : x)
            seen = x; //~ race r1 read
        }
    }
    printf("seen = %d\n", seen);
    return 0;
}
