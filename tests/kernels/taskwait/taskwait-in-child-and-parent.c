// Each level waits for the one below.
//@ twin: taskwait-in-child.c
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
            total = part + 1;
        }
#pragma omp taskwait
        seen = total;
    }
    printf("seen = %d\n", seen);
    return 0;
}
