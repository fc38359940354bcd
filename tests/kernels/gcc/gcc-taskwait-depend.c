// A taskwait with a depend clause waits for the task that names the same variable.
//@ twin: gcc-taskwait-depend-other.c
//@ compiler: gcc
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 1;
#pragma omp taskwait depend(in : x)
        printf("x = %d\n", x);
    }
    return 0;
}
