// The child waits for its own child, but nobody waits for the child itself.
//@ twin: taskwait-in-child-and-parent.c
#include <stdio.h>

int part, total, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            part = 1;
#pragma omp taskwait
            total = part + 1; //~ race r1 write
        }
        seen = total; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
