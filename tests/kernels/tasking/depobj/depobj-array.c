// One dependence object for each element: writer and reader of an element use the same.
//@ twin: depobj-array-wrong-index.c
#include <omp.h>
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE], b[SIZE];

int main(void) {
    omp_depend_t objects[SIZE];
    for (int i = 0; i < SIZE; i++) {
#pragma omp depobj(objects[i]) depend(inout : a[i])
    }
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(depobj : objects[i])
        a[i] = i;
#pragma omp task depend(depobj : objects[i])
        b[i] = a[i];
    }
    for (int i = 0; i < SIZE; i++) {
#pragma omp depobj(objects[i]) destroy
    }
    printf("%d\n", b[SIZE - 1]);
    return 0;
}
