// The function fulfils the event and waits.
//@ twin: scope-detached.c
#include <omp.h>
#include <stdio.h>

int x, out;

static __attribute__((noinline)) void start(void) {
    int local = 1;
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task shared(local) depend(in : x)
    out = local;
    omp_fulfill_event(event);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d\n", out != 0 || x);
    return 0;
}
