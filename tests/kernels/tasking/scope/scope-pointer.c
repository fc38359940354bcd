// The task gets a copy of a pointer to an array on the stack of a function that returns.
//@ twin: scope-pointer-to-static.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

static __attribute__((noinline)) int sum(const int *values) {
    return values[0] + values[3]; //~ race r1 read
}

static __attribute__((noinline)) void start(void) {
    int values[4] = {1, 2, 3, 4};
    int *pointer = values;
#pragma omp task firstprivate(pointer)
    out = sum(pointer);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start(); //~ race r1 return
    printf("%d\n", out);
    return 0;
}
