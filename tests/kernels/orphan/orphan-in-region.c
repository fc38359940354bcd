// Tasks in a function that is called from a parallel region belong to that region's team.
//@ twin: orphan-no-region.c
#include <stdio.h>

int x;

static void work(void) {
#pragma omp task
    x = 1; //~ race r1 write
#pragma omp task
    x = 2; //~ race r1 write
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    work();
    printf("x = %d\n", x);
    return 0;
}
