// Two sections with one start address are one location.
//@ twin: gcc-sections-different-start.c
//@ compiler: gcc
#include <stdio.h>

int a[8], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0 : 6])
        a[4] = 1;
#pragma omp task depend(in : a[0 : 4])
        seen = a[4];
    }
    printf("%d\n", seen);
    return 0;
}
