// Tasks are undeferred while the work is small: the deferred ones race with what follows.
//@ twin: undeferred-in-a-loop-all.c
#include <stdio.h>

int a[8], total;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task if (i >= 4)
        a[i] = i;      //~ race r1 write
        total += a[i]; //~ race r1 read
    }
    printf("%d\n", total);
    return 0;
}
