// The task uses a variable of the function that has returned, and comes after an event of the function that has its place on
// the stack. That one could have told the task where a variable of its own is.
//@ twin: scope-frame-taken-ordered.c
//@ options: team=4
//@ known-false-negative: the younger frame counts as the owner of the memory; the guarantee says so
//@ says: may have been to variables of functions that had returned
#include <omp.h>
#include <stdio.h>

int out, gate;
omp_event_handle_t ready;

static __attribute__((noinline)) void start(void) {
    int local = 1;
    int *pointer = &local;
#pragma omp task depend(out : gate) detach(ready)
    {
    }
#pragma omp task depend(in : gate) firstprivate(pointer)
    out = *pointer; //~ race r1 read
}

static __attribute__((noinline)) void younger(int value) {
    volatile char room[400];
    room[0] = value;
    omp_fulfill_event(ready);
#pragma omp taskwait
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
