// The undeferred task depends on both writers: so both come before what its creator does next.
//@ twin: undeferred-depend-one.c
#include <stdio.h>

int x, y, seen, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2;
#pragma omp task if (0) depend(in : x, y)
        seen = x;
        first = x;
        second = y;
    }
    printf("%d %d %d\n", seen, first, second);
    return 0;
}
