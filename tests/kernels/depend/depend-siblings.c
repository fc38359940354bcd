// The clauses are on the siblings, and the producer waits for the child that does its work.
//@ twin: depend-not-siblings.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        {
#pragma omp task
            x = 1;
#pragma omp taskwait
        }
#pragma omp task depend(in : x)
        {
#pragma omp task
            seen = x;
        }
    }
    printf("seen = %d\n", seen);
    return 0;
}
