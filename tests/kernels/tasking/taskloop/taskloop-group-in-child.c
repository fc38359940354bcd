// The loop waits for its tasks, so a taskwait for the task with the loop is enough.
//@ twin: taskloop-nogroup-in-child.c
#include <stdio.h>

enum { SIZE = 30 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp taskloop grainsize(1)
            for (int i = 0; i < SIZE; i++)
                a[i] = i;
        }
#pragma omp taskwait
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
