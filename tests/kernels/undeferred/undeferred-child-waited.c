// The undeferred task waits for its child before it ends.
//@ twin: undeferred-child.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (0)
        {
            x = 1;
#pragma omp task
            y = 2;
#pragma omp taskwait
        }
        first = x;
        second = y;
    }
    printf("%d %d\n", first, second);
    return 0;
}
