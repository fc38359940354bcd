// The depend clauses beside the affinity clauses order the tasks.
//@ twin: affinity-no-order.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task affinity(x) depend(inout : x)
        x = 1;
#pragma omp task affinity(x) depend(inout : x)
        x = 2;
    }
    printf("%d\n", x);
    return 0;
}
