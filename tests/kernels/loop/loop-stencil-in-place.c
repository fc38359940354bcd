// Each task reads its neighbour's element of the array that the tasks also write.
//@ twin: loop-stencil-two-arrays.c
#include <stdio.h>

int a[10];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 10; i++) {
#pragma omp task
        a[i] = a[i - 1] + 1; //~ race r1 write, race r1 read
    }
    printf("a[9] = %d\n", a[9]);
    return 0;
}
