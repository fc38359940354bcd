// The function returns, and another one has its place on the stack when the task uses the variable.
//@ twin: scope-frame-taken-waits.c
//@ options: team=4
#include <stdio.h>

int out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
    int *pointer = &local;
#pragma omp task firstprivate(pointer)
    out = *pointer; //~ race r1 read
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
        start(); //~ race r1 return
        younger(3);
    }
    printf("%d\n", out != 0);
    return 0;
}
