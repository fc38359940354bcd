// The dependence object is changed from inout to in, and then used by two tasks that write.
//@ twin: depobj-update-inout.c
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp depobj(object) update(in)
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task depend(depobj : object)
        x += 1; //~ race r1 write, race r1 write
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
