// Producer and consumer both name the variable.
//@ twin: depend-missing-clause.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        seen = x;
    }
    printf("seen = %d\n", seen);
    return 0;
}
