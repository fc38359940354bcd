// Dependences reach into and out of a taskgroup: the tasks are siblings all the same.
//@ twin: sibling-in-taskgroup-other.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp taskgroup
        {
#pragma omp task depend(inout : x)
            x += 1;
        }
#pragma omp task depend(in : x)
        seen = x;
    }
    printf("%d\n", seen);
    return 0;
}
