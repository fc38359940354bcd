// The taskwait is for something else than the task that uses the variable.
//@ twin: scope-depend.c
//@ says: Use after scope: task
#include <stdio.h>

int x, y, out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local) depend(out : x)
    out = local; //~ race r1 read
#pragma omp task depend(out : y)
    y = 1;
#pragma omp taskwait depend(in : y)
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start(); //~ race r1 return
    printf("%d %d %d\n", out, x, y);
    return 0;
}
