// The iterator takes every second element, the task reads all of them.
//@ twin: iterator-step-covers.c
#include <stdio.h>

enum { SIZE = 6 };

int a[SIZE], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i; //~ race r1 write
        }
#pragma omp task depend(iterator(i = 0 : SIZE : 2), in : a[i])
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
