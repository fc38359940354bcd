// The pointer is copied for each task, what it points to is not.
//@ twin: taskloop-firstprivate-array.c
#include <stdio.h>

enum { SIZE = 24 };

int out[SIZE];

int main(void) {
    int scratch[2] = {1, 2};
    int *p = scratch;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) firstprivate(p)
    for (int i = 0; i < SIZE; i++) {
        p[0] = i; //~ race r1 write, race r1 write
        out[i] = i;
    }
    printf("%d\n", out[3]);
    return 0;
}
