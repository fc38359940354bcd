// Cancellation is off, as it is by default: all tasks run to their end.
//@ twin: cancel-disabled-race.c
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
        seen = found + others;
    }
    printf("%d\n", seen);
    return 0;
}
