// The taskwait waits for the task with the loop, and not for the tasks of its loop.
//@ twin: taskloop-group-in-child.c
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
#pragma omp taskloop nogroup grainsize(1)
            for (int i = 0; i < SIZE; i++)
                a[i] = i; //~ race r1 write
        }
#pragma omp taskwait
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
