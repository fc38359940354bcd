// With nogroup, what follows a taskloop does not wait for its tasks.
//@ twin: gcc-taskloop-group.c
//@ compiler: gcc
#include <stdio.h>

int a[8];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(2) nogroup
        for (unsigned long i = 0; i < 8; i++) {
            a[i] = 1; //~ race r1 write
        }
        a[5] = 2; //~ race r1 write
    }
    printf("a[5] = %d\n", a[5]);
    return 0;
}
