// A detached task completes when its event is fulfilled. What the fulfilling task does after that is not covered.
//@ twin: detach-before-fulfill.c
#include <omp.h>
#include <stdio.h>

int x, result, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
        x = 1;
#pragma omp task firstprivate(event)
        {
            omp_fulfill_event(event);
            result = 2; //~ race r1 write
        }
#pragma omp task depend(in : x)
        seen = result; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
