// The first task waits for its child, so that its own clause orders the child before the second task and its child.
//@ twin: sibling-two-levels.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : y)
        {
#pragma omp task depend(out : x)
            x = 1;
#pragma omp taskwait
        }
#pragma omp task depend(in : y)
        {
#pragma omp task depend(in : x)
            seen = x;
        }
    }
    printf("%d %d\n", seen, y);
    return 0;
}
