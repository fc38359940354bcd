// Outside of a parallel region there is one thread, so its tasks never run at the same time, whoever fulfils the event.
//@ twin: orphan-detach-region.c
//@ says: 2 tasks were created outside of any parallel region, or in one whose clauses ask for one thread
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int main(void) {
    omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : x)
    x = 1;
#pragma omp task depend(in : x)
    seen = x + y;
    y = 2;
    omp_fulfill_event(event);
    y = 3;
#pragma omp taskwait
    printf("%d\n", seen);
    return 0;
}
