// One dependence object for each element; the reader of an element uses its neighbour's.
//@ twin: depobj-array.c
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
        a[i] = i; //~ race r1 write
#pragma omp task depend(depobj : objects[(i + 1) % SIZE])
        b[i] = a[i]; //~ race r1 read
    }
    for (int i = 0; i < SIZE; i++) {
#pragma omp depobj(objects[i]) destroy
    }
    printf("%d\n", b[SIZE - 1]);
    return 0;
}
