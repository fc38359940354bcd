// An older task writes a variable of the younger frame, which it comes after: an event tells it that the variable is there.
//@ twin: scope-frame-taken-later.c
//@ options: team=4
//@ guarantee: partial: accesses at scope-frame-taken-ordered.c:19 may have been to variables of functions that had returned
#include <omp.h>
#include <stdio.h>

int out, gate;
int *pointer;
omp_event_handle_t ready;

static __attribute__((noinline)) void start(void) {
    volatile int room[40] = {0};
    room[2] = 1;
#pragma omp task depend(out : gate) detach(ready)
    {
    }
#pragma omp task depend(in : gate)
    *pointer = 1;
}

static __attribute__((noinline)) void younger(int number) {
    int values[64];
    pointer = values + 60;
    omp_fulfill_event(ready);
#pragma omp taskwait
    out = values[60] + number;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        start();
        younger(3);
    }
    printf("%d\n", out);
    return 0;
}
