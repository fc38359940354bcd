// Sibling tasks make depend objects of their own, change them, use them and destroy them. libomp hands the
// memory of one object out for the next; the objects are not the same for that.
//@ twin: heap-depobj-shared.c
#include <omp.h>
#include <stdio.h>

int sums[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            int x = 0;
            omp_depend_t object;
#pragma omp depobj(object) depend(in : x)
#pragma omp depobj(object) update(inout)
#pragma omp task shared(x) depend(depobj : object)
            x = i;
#pragma omp taskwait
#pragma omp depobj(object) destroy
            sums[i] = x;
        }
    }
    printf("%d %d\n", sums[0], sums[19]);
    return 0;
}
