// omp_all_memory stands for every variable: the last task comes after all siblings that have a clause.
//@ twin: depend-all-memory-missing.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2;
#pragma omp task depend(inout : omp_all_memory)
        {
            first = x;
            second = y;
        }
    }
    printf("%d %d\n", first, second);
    return 0;
}
