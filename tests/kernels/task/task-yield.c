// taskyield lets other tasks run, but waits for none: the creator may read before the task has written.
//@ twin: task-yield-waited.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp taskyield
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
