// Tasks outside of any parallel region run in a team of one thread, which takes them one after the other.
//@ twin: orphan-in-region.c
#include <stdio.h>

int x;

static void work(void) {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
#pragma omp taskwait
}

int main(void) {
    work();
    printf("x = %d\n", x);
    return 0;
}
