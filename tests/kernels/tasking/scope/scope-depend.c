// taskwait depend is enough for a function that returns, if it names what the task names.
//@ twin: scope-depend-other.c
#include <stdio.h>

int x, y, out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local) depend(out : x)
    out = local;
#pragma omp taskwait depend(in : x)
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d %d %d\n", out, x, y);
    return 0;
}
