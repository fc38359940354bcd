// The event is fulfilled by a child of the detached task, before the body of that has ended. Whoever waits for the task
// waits for the child up to there.
//@ twin: detach-child-fulfills-early.c
#include <omp.h>
#include <stdio.h>

int x, y;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
#pragma omp task firstprivate(event)
            {
                y = 2;
                omp_fulfill_event(event);
            }
            x = 1;
        }
#pragma omp taskwait
        seen = x + y;
    }
    printf("%d\n", seen);
    return 0;
}
