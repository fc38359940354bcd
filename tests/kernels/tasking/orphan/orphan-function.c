// A function that creates tasks is called outside of a region, where they are done at once, and inside of one.
//@ twin: orphan-function-region.c
//@ says: 4 tasks were created outside of any parallel region
#include <stdio.h>

int x;

static __attribute__((noinline)) void add_twice(void) {
#pragma omp task
    x += 1;
#pragma omp task
    x += 2;
}

int main(void) {
    add_twice();
#pragma omp parallel if (0)
    add_twice();
    printf("%d\n", x);
    return 0;
}
