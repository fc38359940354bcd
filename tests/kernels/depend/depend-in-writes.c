// A task that declares `in` writes nevertheless: `in` tasks are not ordered among themselves.
//@ twin: depend-inout-writes.c
//@ says: both with in, which does not order them
#include <stdio.h>

int x, first;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        first = x; //~ race r1 read
#pragma omp task depend(in : x)
        x = 2; //~ race r1 write
    }
    printf("%d %d\n", first, x);
    return 0;
}
