// The first task cancels the group; what the group did until then is done when it ends.
//@ twin: cancel-taskgroup-beside.c
//@ env: OMP_CANCELLATION=true
//@ guarantee: partial: a cancel construct took effect: what it left out was not seen
#include <stdio.h>

int found, others;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
                found = 1;
#pragma omp cancel taskgroup
                found = 2;
            }
#pragma omp task
            others = 1;
        }
        seen = found;
    }
    printf("%d %d\n", seen, others);
    return 0;
}
