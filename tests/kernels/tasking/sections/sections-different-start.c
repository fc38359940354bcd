// Two array sections overlap but begin at different elements. A dependence is between storage locations, and the location of a
// section is its first element: these two clauses do not order the tasks.
//@ twin: sections-same-start.c
//@ says: overlap, but have different start addresses
#include <stdio.h>

int a[16];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : a[0 : 8])
        for (int i = 0; i < 8; i++)
            a[i] += 1; //~ race r1 write
#pragma omp task depend(inout : a[4 : 8])
        for (int i = 4; i < 12; i++)
            a[i] += 2; //~ race r1 write
    }
    printf("%d\n", a[5]);
    return 0;
}
