// The taskwait is for all elements but the last.
//@ twin: taskwait-depend-iterator.c
#include <stdio.h>

enum { SIZE = 4 };

int a[SIZE];

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < SIZE; i++) {
#pragma omp task depend(out : a[i])
            a[i] = i; //~ race r1 write
        }
#pragma omp taskwait depend(iterator(i = 0 : SIZE - 1), in : a[i])
        for (int i = 0; i < SIZE; i++)
            total += a[i]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
