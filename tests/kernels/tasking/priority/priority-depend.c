// The clauses order the tasks, against their priorities.
//@ twin: priority-no-order.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task priority(0) depend(out : x)
        x = 1;
#pragma omp task priority(100) depend(in : x)
        seen = x;
    }
    printf("%d\n", seen);
    return 0;
}
