// A taskgroup waits for the child and for what it has left behind.
//@ twin: scope-grandchild.c
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp taskgroup
    {
#pragma omp task shared(local)
        {
#pragma omp task shared(local)
            out = local;
        }
    }
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d\n", out);
    return 0;
}
