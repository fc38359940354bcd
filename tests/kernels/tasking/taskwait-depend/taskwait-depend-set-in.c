// taskwait depend(in) waits for the members of the set.
//@ twin: taskwait-depend-set.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(inoutset : x)
        y = 2;
#pragma omp taskwait depend(in : x)
        total = x + y;
    }
    printf("%d\n", total);
    return 0;
}
