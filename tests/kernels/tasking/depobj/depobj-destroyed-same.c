// The object is destroyed and made again for the same variable: what counts is the variable.
//@ twin: depobj-destroyed-other.c
#include <omp.h>
#include <stdio.h>

int x, seen;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x = 1;
#pragma omp depobj(object) destroy
#pragma omp depobj(object) depend(in : x)
#pragma omp task depend(depobj : object)
        seen = x;
    }
#pragma omp depobj(object) destroy
    printf("%d\n", seen);
    return 0;
}
