// The end of a taskgroup waits for all descendants of the tasks created in it.
//@ twin: nested-grandchild.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                x = 1;
            }
        }
        seen = x;
    }
    printf("seen = %d\n", seen);
    return 0;
}
