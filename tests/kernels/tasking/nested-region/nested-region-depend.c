// Dependences do not reach from one region into another: the task inside has no earlier sibling.
//@ twin: nested-region-depend-outside.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task depend(in : x)
            seen = x; //~ race r1 read
        }
    }
    printf("%d\n", seen);
    return 0;
}
