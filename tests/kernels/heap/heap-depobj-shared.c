// Two tasks change one depend object, and nothing orders them.
//@ twin: heap-depobj-reuse.c
#include <omp.h>
#include <stdio.h>

int main(void) {
    int x = 0;
    omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp depobj(object) update(inout) //~ race r1 write
        }
#pragma omp task
        {
#pragma omp depobj(object) update(out) //~ race r1 write
        }
    }
#pragma omp depobj(object) destroy
    printf("%d\n", x);
    return 0;
}
