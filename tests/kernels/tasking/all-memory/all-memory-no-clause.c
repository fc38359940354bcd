// omp_all_memory stands for what other clauses name: a task without a clause is not ordered by it.
//@ twin: all-memory-before.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : omp_all_memory)
        x = 1; //~ race r1 write
#pragma omp task
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
