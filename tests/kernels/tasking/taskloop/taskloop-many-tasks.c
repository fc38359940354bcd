// So many tasks that libomp creates them by halves, in tasks of its own: they are still children of the one that met the loop.
//@ twin: taskloop-many-tasks-counter.c
#include <stdio.h>

enum { SIZE = 200 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup num_tasks(50)
        for (int i = 0; i < SIZE; i++)
            a[i] = i;
#pragma omp taskwait
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
