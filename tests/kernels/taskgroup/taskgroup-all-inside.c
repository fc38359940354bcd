// Both tasks are created inside the taskgroup.
//@ twin: taskgroup-earlier-task.c
#include <stdio.h>

int before, inside, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            before = 1;
#pragma omp task
            inside = 2;
        }
        second = inside;
        first = before;
    }
    printf("%d %d\n", first, second);
    return 0;
}
