// Two target regions with nowait name different variables, and change the same.
//@ twin: target-depend.c
//@ options: team=4
#include <stdio.h>

int value, left, right;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait map(tofrom : value) depend(out : left)
        value = 1; //~ race r1 write
#pragma omp target nowait map(tofrom : value) depend(out : right)
        value = 2; //~ race r1 write
    }
    return 0;
}
