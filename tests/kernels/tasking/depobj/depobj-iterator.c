// One dependence object stands for all elements of an array.
//@ twin: depobj-iterator-short.c
#include <omp.h>
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE], total;

int main(void) {
    omp_depend_t object;
#pragma omp depobj(object) depend(iterator(i = 0 : SIZE), in : a[i])
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp task depend(depobj : object)
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
#pragma omp depobj(object) destroy
    printf("%d\n", total);
    return 0;
}
