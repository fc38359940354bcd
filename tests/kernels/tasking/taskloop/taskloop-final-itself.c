// A final clause is about the children: the tasks of the loop themselves are deferred.
//@ twin: taskloop-final-children.c
#include <stdio.h>

enum { SIZE = 8 };

int a[SIZE], b[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) final(0)
    for (int i = 0; i < SIZE; i++) {
#pragma omp task
        a[i] = i;    //~ race r1 write
        b[i] = a[i]; //~ race r1 read
    }
    printf("%d\n", b[SIZE - 1]);
    return 0;
}
