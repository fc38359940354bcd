// The function waits for the task before it returns.
//@ twin: scope-function-returns.c
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local)
    out = local;
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d\n", out);
    return 0;
}
