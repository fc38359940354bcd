// The caller, whose variable it is, waits in a taskgroup for what the function has created.
//@ twin: scope-caller-returns.c
#include <stdio.h>

int out;

static __attribute__((noinline)) void create(int *variable) {
#pragma omp task
    out = *variable;
}

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp taskgroup
    create(&local);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d\n", out);
    return 0;
}
