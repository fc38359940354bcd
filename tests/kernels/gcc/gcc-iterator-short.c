// The reader depends on all elements but the last.
//@ twin: gcc-iterator.c
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
            a[i] = i; //~ race r1 write
        }
#pragma omp task depend(iterator(i = 0 : SIZE - 1), in : a[i])
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
