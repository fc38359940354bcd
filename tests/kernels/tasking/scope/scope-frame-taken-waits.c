// The function waits for the task before another one has its place on the stack.
//@ twin: scope-frame-taken.c
//@ options: team=4
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
    int *pointer = &local;
#pragma omp task firstprivate(pointer)
    out = *pointer;
#pragma omp taskwait
}

static __attribute__((noinline)) void younger(int value) {
    volatile char room[400];
    room[0] = value;
#pragma omp taskyield
    room[1] = room[0];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        start();
        younger(3);
    }
    printf("%d\n", out != 0);
    return 0;
}
