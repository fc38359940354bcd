// The variable ends with a block, before the taskwait: another one may be in its place when the task runs.
//@ twin: scope-block-waited.c
//@ known-false-negative: the end of a block leaves no trace in the program, only the return of a function does
#include <stdio.h>

int out, other;

static __attribute__((noinline)) void set(int *to, int value) {
    *to = value;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        {
            int local; //~ race r1 write
            set(&local, 1);
#pragma omp task shared(local)
            out = local; //~ race r1 read
        }
#pragma omp taskwait
    }
    printf("%d %d\n", out, other);
    return 0;
}
