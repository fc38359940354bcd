// The result is written before the event is fulfilled, so it is there when the detached task counts as complete.
//@ twin: detach-after-fulfill.c
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
            result = 2;
            omp_fulfill_event(event);
        }
#pragma omp task depend(in : x)
        seen = result;
    }
    printf("seen = %d\n", seen);
    return 0;
}
