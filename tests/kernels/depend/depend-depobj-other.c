// The dependence object was made for another variable than the one that the consumer reads.
//@ twin: depend-depobj.c
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : y)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp task depend(depobj : object)
        seen = x; //~ race r1 read
    }
#pragma omp depobj(object) destroy
    printf("seen = %d\n", seen);
    return 0;
}
