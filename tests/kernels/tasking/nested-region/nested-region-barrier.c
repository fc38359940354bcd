// The end of an inner region waits for its own tasks, and not for those of the outer one.
//@ twin: nested-region-own.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task
            y = 2;
        }
        seen = x + y; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
