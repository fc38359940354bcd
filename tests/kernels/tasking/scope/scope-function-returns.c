// The function returns without waiting for the task, which uses a variable of its.
//@ twin: scope-function-waits.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local)
    out = local; //~ race r1 read
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        start(); //~ race r1 return
#pragma omp taskwait
    }
    printf("%d\n", out);
    return 0;
}
