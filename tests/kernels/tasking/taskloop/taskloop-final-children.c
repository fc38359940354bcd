// The tasks of the loop are final, so their children are included in them.
//@ twin: taskloop-final-itself.c
#include <stdio.h>

enum { SIZE = 8 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) final(1)
    for (int i = 0; i < SIZE; i++) {
#pragma omp task
        a[i] = i;
        b[i] = a[i];
    }
    printf("%d\n", b[SIZE - 1]);
    return 0;
}
