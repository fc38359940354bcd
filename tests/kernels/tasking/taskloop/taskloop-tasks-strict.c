// Four tasks have three iterations each, and each task an element of its own.
//@ twin: taskloop-tasks-strict-seam.c
#include <stdio.h>

enum { SIZE = 12 };

int a[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(strict : 4)
    for (int i = 0; i < SIZE; i++)
        a[i / 3] += i;
    printf("%d\n", a[0]);
    return 0;
}
