// Iterations of a taskloop that have nothing to do with each other, and a private variable each.
//@ twin: taskloop-carried.c
#include <stdio.h>

enum { SIZE = 20 };

int a[SIZE], b[SIZE];

int main(void) {
    int scale = 3, work = 0;
    for (int i = 0; i < SIZE; i++)
        a[i] = i;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(4) firstprivate(scale) private(work)
    for (int i = 0; i < SIZE; i++) {
        work = a[i] * scale;
        b[i] = work;
    }
    printf("%d %d\n", b[SIZE - 1], work);
    return 0;
}
