// masked has no barrier at its end, and neither has the task been waited for.
//@ twin: masked-taskwait.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
    {
#pragma omp masked
        {
#pragma omp task
            x = 1; //~ race r1 write
        }
#pragma omp masked
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
