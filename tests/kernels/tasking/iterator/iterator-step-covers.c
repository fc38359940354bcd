// The iterator takes every second element, and so does the task.
//@ twin: iterator-step-misses.c
#include <stdio.h>

enum { SIZE = 6 };

int a[SIZE], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp task depend(iterator(i = 0 : SIZE : 2), in : a[i])
        for (int i = 0; i < SIZE; i += 2)
            total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
