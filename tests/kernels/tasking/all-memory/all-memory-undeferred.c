// An undeferred task with omp_all_memory follows every task that has a clause.
//@ twin: all-memory-undeferred-one.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2;
#pragma omp task if (0) depend(out : omp_all_memory)
        seen = x + y;
    }
    printf("%d\n", seen);
    return 0;
}
