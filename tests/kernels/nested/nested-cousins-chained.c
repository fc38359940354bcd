// The parents are ordered, and the first one waits for its child: so the children are ordered.
//@ twin: nested-cousins.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            x = 1;
#pragma omp taskwait
        }
#pragma omp taskwait
#pragma omp task
        {
#pragma omp task
            x = 2;
        }
    }
    printf("x = %d\n", x);
    return 0;
}
