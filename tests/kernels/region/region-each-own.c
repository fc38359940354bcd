// The end of a parallel region completes its tasks: those of the next region, and the code between, come after.
//@ twin: region-shared.c
#include <stdio.h>

enum { SIZE = 8 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single nowait
    for (int i = 0; i < SIZE; i++) {
#pragma omp task
        a[i] = i;
    }
    a[0] += 100;
#pragma omp parallel
#pragma omp single nowait
    for (int i = 0; i < SIZE; i++) {
#pragma omp task
        b[i] = a[SIZE - 1 - i];
    }
    printf("b[0] = %d\n", b[0]);
    return 0;
}
