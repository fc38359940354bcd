// Cancellation is off, so the part of the task after its cancel construct is run and seen.
//@ twin: cancel-disabled.c
#include <stdio.h>

int found, others;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
                found = 1;
#pragma omp cancel taskgroup
                others = 2; //~ race r1 write
            }
#pragma omp task
            others = 1; //~ race r1 write
        }
    }
    printf("%d %d\n", found, others);
    return 0;
}
