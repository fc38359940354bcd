// taskwait depend(inout) waits for those who read as well.
//@ twin: taskwait-depend-readers.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        seen = x;
#pragma omp taskwait depend(inout : x)
        x = 2;
    }
    printf("%d %d\n", x, seen);
    return 0;
}
