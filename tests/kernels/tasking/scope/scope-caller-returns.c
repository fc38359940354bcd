// The function that creates the task has no part in the variable; its caller has, and returns without a wait.
//@ twin: scope-caller-waits.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

static __attribute__((noinline)) void create(int *variable) {
#pragma omp task
    out = *variable; //~ race r1 read
}

static __attribute__((noinline)) void start(void) {
    int local = 1;
    create(&local);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start(); //~ race r1 return
    printf("%d\n", out);
    return 0;
}
