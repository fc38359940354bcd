// The taskgroup makes the inner task a part of the outer one, for which a taskwait is enough.
//@ twin: group-in-a-task.c
#include <stdio.h>

int x, y;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp taskgroup
            {
#pragma omp task
                x = 1;
            }
            y = x;
        }
#pragma omp taskwait
        total = x;
        total += y;
    }
    printf("%d\n", total);
    return 0;
}
