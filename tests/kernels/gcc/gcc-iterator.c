// The reader depends on every element.
//@ twin: gcc-iterator-short.c
//@ compiler: gcc
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i;
        }
#pragma omp task depend(iterator(i = 0 : SIZE), in : a[i])
        for (int i = 0; i < SIZE; i++)
            total += a[i];
    }
    printf("%d\n", total);
    return 0;
}
