// Two groups of tasks in one parallel region are not ordered by the way the source lists them.
//@ twin: region-each-own.c
#include <stdio.h>

enum { SIZE = 8 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task
            a[i] = i; //~ race r1 write
        }
        for (int i = 0; i < SIZE; i++) {
#pragma omp task
            b[i] = a[SIZE - 1 - i]; //~ race r1 read
        }
    }
    printf("b[0] = %d\n", b[0]);
    return 0;
}
