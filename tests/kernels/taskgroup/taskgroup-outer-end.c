// What the outer group's task wrote is read after the end of the outer group.
//@ twin: taskgroup-inner-end.c
#include <stdio.h>

int outer, inner, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            outer = 1;
#pragma omp taskgroup
            {
#pragma omp task
                inner = 2;
            }
            second = inner;
        }
        first = outer;
    }
    printf("%d %d\n", first, second);
    return 0;
}
