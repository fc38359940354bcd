// After the taskwait, the last writer follows one of the two readers.
//@ twin: sibling-after-taskwait.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp taskwait
#pragma omp task depend(in : x)
        seen = x;
#pragma omp task depend(in : y)
        y = x; //~ race r1 read
#pragma omp task depend(out : x)
        x = 2; //~ race r1 write
    }
    printf("%d %d %d\n", x, y, seen);
    return 0;
}
