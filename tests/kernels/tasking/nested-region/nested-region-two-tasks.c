// Two tasks open a region each, and the tasks of the two regions write one variable.
//@ twin: nested-region-two-tasks-depend.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task
        {
#pragma omp parallel num_threads(2)
#pragma omp single
            {
#pragma omp task
                x += i; //~ race r1 write, race r1 write
            }
        }
    }
    printf("%d\n", x);
    return 0;
}
