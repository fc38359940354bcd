// A parallel region inside of a taskgroup: its tasks are done when it ends; the task beside it when the group ends.
//@ twin: group-around-region-beside.c
#include <stdio.h>

int x, y, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            x = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
            {
#pragma omp task
                y = 2;
            }
            total = y;
        }
        total += x;
    }
    printf("%d\n", total);
    return 0;
}
