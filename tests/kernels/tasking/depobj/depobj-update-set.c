// The dependence object is changed to inoutset: its tasks are concurrent.
//@ twin: depobj-update-mutex.c
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(inoutset)
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 3; i++) {
#pragma omp task depend(depobj : object)
            x += i; //~ race r1 write, race r1 write
        }
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
