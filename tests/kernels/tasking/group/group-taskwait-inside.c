// A taskwait inside of a taskgroup waits for the children so far, the end of the group for the rest.
//@ twin: group-taskwait-inside-early.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
#pragma omp taskwait
            total = x;
#pragma omp task
            y = 2;
        }
        total += y;
    }
    printf("%d\n", total);
    return 0;
}
