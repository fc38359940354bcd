// The cancelled group is no wait for a task outside of it.
//@ twin: cancel-taskgroup.c
//@ env: OMP_CANCELLATION=true
#include <stdio.h>

int found, others;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        others = 1; //~ race r1 write
#pragma omp taskgroup
        {
#pragma omp task
            {
                found = 1;
#pragma omp cancel taskgroup
                found = 2;
            }
        }
        seen = found + others; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
