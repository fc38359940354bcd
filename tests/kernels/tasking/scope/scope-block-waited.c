// The taskwait is inside of the block.
//@ twin: scope-block.c
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
            int local;
            set(&local, 1);
#pragma omp task shared(local)
            out = local;
#pragma omp taskwait
        }
    }
    printf("%d %d\n", out, other);
    return 0;
}
