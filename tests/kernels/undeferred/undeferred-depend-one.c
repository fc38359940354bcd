// An undeferred task waits for the tasks it depends on, and its creator with it; the other task is not waited for.
//@ twin: undeferred-depend-both.c
#include <stdio.h>

int x, y, seen, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2; //~ race r1 write
#pragma omp task if (0) depend(in : x)
        seen = x;
        first = x;
        second = y; //~ race r1 read
    }
    printf("%d %d %d\n", seen, first, second);
    return 0;
}
