// The same function is called in a region with several threads.
//@ twin: orphan-function.c
//@ says: 2 tasks were created outside of any parallel region, or in one whose clauses ask for one thread
#include <stdio.h>

int x;

static __attribute__((noinline)) void add_twice(void) {
#pragma omp task
    x += 1; //~ race r1 write
#pragma omp task
    x += 2; //~ race r1 write
}

int main(void) {
    add_twice();
#pragma omp parallel
#pragma omp single
    add_twice();
    printf("%d\n", x);
    return 0;
}
