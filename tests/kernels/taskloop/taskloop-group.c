// taskloop waits for its tasks, unless it is told not to.
//@ twin: taskloop-nogroup.c
#include <stdio.h>

enum { SIZE = 20 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(5)
        for (int i = 0; i < SIZE; i++)
            a[i] = i;
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
    printf("total = %d\n", total);
    return 0;
}
