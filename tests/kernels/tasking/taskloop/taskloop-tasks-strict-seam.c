// Four tasks have three iterations each, but four iterations share an element.
//@ twin: taskloop-tasks-strict.c
#include <stdio.h>

enum { SIZE = 12 };

int a[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(strict : 4)
    for (int i = 0; i < SIZE; i++)
        a[i / 4] += i; //~ race r1 write, race r1 write
    printf("%d\n", a[0]);
    return 0;
}
