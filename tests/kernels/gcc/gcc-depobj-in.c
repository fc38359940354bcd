// The dependence object stays what it was, in: two tasks that write use it.
//@ twin: gcc-depobj.c
//@ compiler: gcc
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x = 1; //~ race r1 write
#pragma omp task depend(depobj : object)
        x = 2; //~ race r1 write
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
