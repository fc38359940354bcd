// The dependence object is changed from in to inout before it is used: the tasks come one after the other.
//@ twin: depobj-update-in.c
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(inout)
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(depobj : object)
        x += 1;
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
