// An undeferred task waits for the siblings that its clause names.
//@ twin: undeferred-beside-deferred.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inout : x)
        x += 1;
#pragma omp task if (0) depend(inout : x)
        x += 2;
#pragma omp task depend(inout : x)
        x += 4;
    }
    printf("%d\n", x);
    return 0;
}
