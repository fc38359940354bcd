// Untied tasks with priorities, mergeable, in the order of their clauses.
//@ twin: gcc-untied-unordered.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task untied mergeable priority(1) depend(inout : x)
        {
#pragma omp taskyield
            x = 1;
        }
#pragma omp task untied priority(5) depend(inout : x)
        x = 2;
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
