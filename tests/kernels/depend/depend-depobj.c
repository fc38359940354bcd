// A dependence object stands for the clause it was made with.
//@ twin: depend-depobj-other.c
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(depobj : object)
        seen = x;
    }
#pragma omp depobj(object) destroy
    printf("seen = %d\n", seen);
    return 0;
}
