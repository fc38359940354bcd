// The task that has the clause waits for its child, so the child is within the exclusion.
//@ twin: mutexset-child-waited-other.c
//@ known-false-positive: an exclusion covers a task and its undeferred children, not deferred ones that it waits for
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(mutexinoutset : x)
        {
#pragma omp task
            x += i; //~ false-race r1 write, false-race r1 write
#pragma omp taskwait
        }
    }
    printf("%d\n", x);
    return 0;
}
