// nogroup takes away the wait at the end of taskloop.
//@ twin: taskloop-group.c
#include <stdio.h>

enum { SIZE = 20 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup grainsize(5)
        for (int i = 0; i < SIZE; i++)
            a[i] = i; //~ race r1 write
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
    printf("total = %d\n", total);
    return 0;
}
