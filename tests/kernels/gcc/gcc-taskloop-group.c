// What follows a taskloop waits for its tasks.
//@ twin: gcc-taskloop-nogroup.c
//@ compiler: gcc
#include <stdio.h>

int a[8];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(2)
        for (unsigned long i = 0; i < 8; i++) {
            a[i] = 1;
        }
        a[5] = 2;
    }
    printf("a[5] = %d\n", a[5]);
    return 0;
}
