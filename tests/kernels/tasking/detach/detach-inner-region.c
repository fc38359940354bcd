// The event is fulfilled inside of another parallel region; libomp then completes the task when its own team waits next.
//@ twin: detach-inner-region-early.c
#include <omp.h>
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        seen = x + y;
#pragma omp parallel num_threads(2)
#pragma omp single
        {
            y = 2;
            omp_fulfill_event(event);
        }
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
