// parallel master taskloop simd: the loop of a combined construct, with every clause that does not order anything.
//@ twin: taskloop-combined-neighbour.c
#include <stdio.h>

enum { SIZE = 40 };

int a[SIZE + 1], b[SIZE];

int main(void) {
#pragma omp parallel master taskloop simd num_tasks(4) untied mergeable priority(2)
    for (int i = 0; i < SIZE; i++)
        b[i] = a[i] + a[i + 1];
    printf("%d\n", b[1]);
    return 0;
}
