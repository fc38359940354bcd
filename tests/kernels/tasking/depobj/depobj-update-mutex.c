// The dependence object is changed to mutexinoutset: its tasks exclude each other.
//@ twin: depobj-update-set.c
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(mutexinoutset)
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 3; i++) {
#pragma omp task depend(depobj : object)
            x += i;
        }
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
