// The first loop waits for its tasks, the second need not.
//@ twin: taskloop-two-loops.c
#include <stdio.h>

enum { SIZE = 16 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop
        for (int i = 0; i < SIZE; i++)
            a[i] = i;
#pragma omp taskloop nogroup
        for (int i = 0; i < SIZE; i++)
            b[i] = a[i];
    }
    printf("%d\n", b[1]);
    return 0;
}
