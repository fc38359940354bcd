// Children of two unordered tasks are unordered, too.
//@ twin: nested-cousins-chained.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task
            x = 1; //~ race r1 write
#pragma omp taskwait
        }
#pragma omp task
        {
#pragma omp task
            x = 2; //~ race r1 write
#pragma omp taskwait
        }
    }
    printf("x = %d\n", x);
    return 0;
}
