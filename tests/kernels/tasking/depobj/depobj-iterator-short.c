// The dependence object stands for three of the four elements that its task reads.
//@ twin: depobj-iterator.c
#include <omp.h>
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE], total;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(iterator(i = 0 : SIZE - 1), in : a[i])
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i; //~ race r1 write
        }
#pragma omp task depend(depobj : object)
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
#pragma omp depobj(object) destroy
    printf("%d\n", total);
    return 0;
}
