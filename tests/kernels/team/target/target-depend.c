// Two target regions with nowait name the variable that they change.
//@ twin: target-depend-other.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp target nowait map(tofrom : value) depend(out : value)
        value = 1;
#pragma omp target nowait map(tofrom : value) depend(inout : value)
        value += 2;
    }
    return value != 3;
}
