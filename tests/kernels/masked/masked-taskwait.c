// The masked thread waits for its task.
//@ twin: masked-no-barrier.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
    {
#pragma omp masked
        {
#pragma omp task
            x = 1;
#pragma omp taskwait
        }
#pragma omp masked
        seen = x;
    }
    printf("seen = %d\n", seen);
    return 0;
}
