// An undeferred task waits for those that its depend clause names, and its creator for it.
//@ twin: gcc-if-false-independent.c
//@ compiler: gcc
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task if (0) depend(in : x)
        y = x;
        x = 2;
    }
    printf("x = %d, y = %d\n", x, y);
    return 0;
}
