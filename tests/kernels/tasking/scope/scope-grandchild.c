// The function waits for its child, which has left behind a child of its own.
//@ twin: scope-grandchild-waited.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local)
    {
#pragma omp task shared(local)
        out = local; //~ race r1 read
    }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start(); //~ race r1 return
    printf("%d\n", out);
    return 0;
}
