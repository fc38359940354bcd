// The tasks read one array and write another.
//@ twin: loop-stencil-in-place.c
#include <stdio.h>

int a[10], b[10];

int main(void) {
    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 10; i++) {
#pragma omp task
        b[i] = a[i - 1] + 1;
    }
    printf("b[9] = %d\n", b[9]);
    return 0;
}
