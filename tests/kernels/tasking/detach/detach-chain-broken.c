// The reader is not part of the chain.
//@ twin: detach-chain.c
#include <omp.h>
#include <stdio.h>

int x, y, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t events[3];
        for (int i = 0; i < 3; i++) {
            omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : x)
            x += 1; //~ race r1 write
            events[i] = event;
        }
#pragma omp task depend(in : y)
        total = x; //~ race r1 read
        for (int i = 0; i < 3; i++)
            omp_fulfill_event(events[i]);
    }
    printf("%d %d\n", total, y);
    return 0;
}
