// The tasks that open the regions are ordered, and a region does not outlive the task that opened it.
//@ twin: nested-region-two-tasks.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(inout : x)
        {
#pragma omp parallel num_threads(2)
#pragma omp single
            {
#pragma omp task
                x += i;
            }
        }
    }
    printf("%d\n", x);
    return 0;
}
