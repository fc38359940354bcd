// A taskwait for omp_all_memory is for every task that has a clause.
//@ twin: all-memory-taskwait-one.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2;
#pragma omp taskwait depend(inout : omp_all_memory)
        total = x + y;
    }
    printf("%d\n", total);
    return 0;
}
