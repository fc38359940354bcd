// A chain of detached tasks: the creator fulfils their events one after the other, and each fulfilment lets the next one run.
//@ twin: detach-chain-broken.c
#include <omp.h>
#include <stdio.h>

int x, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t events[3];
        for (int i = 0; i < 3; i++) {
            omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : x)
            x += 1;
            events[i] = event;
        }
#pragma omp task depend(in : x)
        total = x;
        for (int i = 0; i < 3; i++)
            omp_fulfill_event(events[i]);
    }
    printf("%d\n", total);
    return 0;
}
