// The end of the inner group does not wait for the outer group's task.
//@ twin: taskgroup-outer-end.c
#include <stdio.h>

int outer, inner, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            outer = 1; //~ race r1 write
#pragma omp taskgroup
            {
#pragma omp task
                inner = 2;
            }
            second = inner;
            first = outer; //~ race r1 read
        }
    }
    printf("%d %d\n", first, second);
    return 0;
}
