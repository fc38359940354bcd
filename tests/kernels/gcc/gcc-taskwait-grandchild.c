// A taskwait waits for the children alone: the grandchild still writes.
//@ twin: gcc-taskgroup.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        {
#pragma omp task
            {
#pragma omp task
                x = 1; //~ race r1 write
            }
        }
#pragma omp taskwait
        x = 2; //~ race r1 write
    }
    printf("x = %d\n", x);
    return 0;
}
