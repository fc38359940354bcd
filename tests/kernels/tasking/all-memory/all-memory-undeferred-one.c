// The undeferred task names one of the two variables that it reads.
//@ twin: all-memory-undeferred.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2; //~ race r1 write
#pragma omp task if (0) depend(inout : x)
        seen = x + y; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
