// The function returns, and another one has its place on the stack when the task uses the variable. That one could have told
// the task where a variable of its own is, by an atomic variable.
//@ twin: scope-frame-taken-told.c
//@ options: team=4
//@ known-false-negative: the younger frame counts as the owner of the memory; the guarantee says so
//@ says: may have been to variables of functions that had returned
#include <stdio.h>

int out, unrelated;

static __attribute__((noinline)) void start(void) {
    int local = 1;
    int *pointer = &local;
#pragma omp task firstprivate(pointer)
    out = *pointer; //~ race r1 read
}

static __attribute__((noinline)) void younger(int value) {
    volatile char room[400];
    room[0] = value;
#pragma omp atomic
    unrelated++;
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
