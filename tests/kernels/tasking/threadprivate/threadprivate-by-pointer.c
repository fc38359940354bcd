// The tasks are given the address of their creator's copy, so that they all write the same variable, on whatever thread they run.
//@ twin: threadprivate-by-pointer-waited.c
//@ known-false-negative: in a team of one thread, a copy that is meant for the thread cannot be told from one that is handed over
#include <stdio.h>

int total;
#pragma omp threadprivate(total)

static __attribute__((noinline)) void add(int *to, int value) {
    *to += value; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *shared = &total;
#pragma omp task firstprivate(shared)
        add(shared, 1);
#pragma omp task firstprivate(shared)
        add(shared, 2);
    }
    printf("%d\n", total);
    return 0;
}
