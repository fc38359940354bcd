// taskwait depend names both variables that are read after it.
//@ twin: taskwait-other-variable.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2;
#pragma omp taskwait depend(in : x, y)
        first = x;
        second = y;
    }
    printf("%d %d\n", first, second);
    return 0;
}
