// Two sections of different length begin at the same element: the second task comes after the first.
//@ twin: sections-different-start.c
#include <stdio.h>

int a[16];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : a[4 : 8])
        for (int i = 4; i < 12; i++)
            a[i] += 1;
#pragma omp task depend(inout : a[4 : 4])
        for (int i = 4; i < 8; i++)
            a[i] += 2;
    }
    printf("%d\n", a[5]);
    return 0;
}
