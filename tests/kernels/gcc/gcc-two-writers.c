// Two tasks of a gcc program write one variable, and nothing orders them.
//@ twin: gcc-two-writers-waited.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp task
        x = 2; //~ race r1 write
    }
    printf("x = %d\n", x);
    return 0;
}
