// The object is destroyed and made again for another variable between the two tasks.
//@ twin: depobj-destroyed-same.c
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(depobj : object)
        x = 1; //~ race r1 write
#pragma omp depobj(object) destroy
#pragma omp depobj(object) depend(inout : y)
#pragma omp task depend(depobj : object)
        seen = x; //~ race r1 read
    }
#pragma omp depobj(object) destroy
    printf("%d %d\n", seen, y);
    return 0;
}
