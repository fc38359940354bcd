// The outermost task is created before the taskgroup, so none of its descendants belongs to it.
//@ twin: group-deep.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            x = 1; //~ race r1 write
        }
#pragma omp taskgroup
        {
#pragma omp task
            y = 2;
        }
        total = x; //~ race r1 read
        total += y;
    }
    printf("%d\n", total);
    return 0;
}
