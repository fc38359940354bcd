// parallel master taskloop simd: at the seams of the tasks an element is read that another task writes.
//@ twin: taskloop-combined.c
#include <stdio.h>

enum { SIZE = 40 };

int a[SIZE + 1];

int main(void) {
#pragma omp parallel master taskloop simd num_tasks(4) untied mergeable priority(2)
    for (int i = 0; i < SIZE; i++)
        a[i] = a[i + 1] + 1; //~ race r1 write, race r1 read
    printf("%d\n", a[1]);
    return 0;
}
