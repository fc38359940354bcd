// The task depends on a detached one, and so runs after the function has returned, here as in any order.
//@ twin: scope-detached-waits.c
//@ says: Use after scope: task
#include <omp.h>
#include <stdio.h>

int x, out;

static __attribute__((noinline)) omp_event_handle_t start(void) {
    int local = 1;
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task shared(local) depend(in : x)
    out = local; //~ race r1 read
    return event;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event = start(); //~ race r1 return
        omp_fulfill_event(event);
    }
    printf("%d\n", out != 0 || x);
    return 0;
}
