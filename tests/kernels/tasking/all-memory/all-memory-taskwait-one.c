// The taskwait is for one of the two variables.
//@ twin: all-memory-taskwait.c
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
        y = 2; //~ race r1 write
#pragma omp taskwait depend(inout : x)
        total = x + y; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
