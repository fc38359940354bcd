// The creator fulfils the event: what it did before precedes those who depend on the task.
//@ twin: detach-creator-fulfills-early.c
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
        y = 2;
        omp_fulfill_event(event);
    }
    printf("%d\n", seen);
    return 0;
}
