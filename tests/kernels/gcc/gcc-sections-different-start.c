// The sections overlap, but do not begin at the same address.
//@ twin: gcc-sections-same-start.c
//@ compiler: gcc
#include <stdio.h>

int a[8], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a[0 : 6])
        a[4] = 1; //~ race r1 write
#pragma omp task depend(in : a[2 : 4])
        seen = a[4]; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
