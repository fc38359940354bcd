// Dependence objects of two tasks, one of them changed to inout: gcc makes them, libomp reads them.
//@ twin: gcc-depobj-in.c
//@ compiler: gcc
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(inout)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x = 1;
#pragma omp task depend(depobj : object)
        x = 2;
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
