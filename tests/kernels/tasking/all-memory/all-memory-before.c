// Tasks that are created after one with omp_all_memory follow it, whatever they name, and need not follow each other.
//@ twin: all-memory-no-clause.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : omp_all_memory)
        x = y = 1;
#pragma omp task depend(in : x)
        first = x;
#pragma omp task depend(inout : second)
        second = y;
    }
    printf("%d %d\n", first, second);
    return 0;
}
