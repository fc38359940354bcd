// taskwait waits for the children only: the grandchild's write is not ordered before the read.
//@ twin: nested-grandchild-taskgroup.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            x = 1; //~ race r1 write
        }
#pragma omp taskwait
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
