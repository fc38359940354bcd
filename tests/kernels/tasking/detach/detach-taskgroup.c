// The end of a taskgroup waits for the event, and so for what the fulfilling task did before.
//@ twin: detach-taskgroup-other.c
#include <omp.h>
#include <stdio.h>

int x, y;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp taskgroup
        {
#pragma omp task detach(event)
            x = 1;
#pragma omp task firstprivate(event)
            {
                y = 2;
                omp_fulfill_event(event);
            }
        }
        seen = x + y;
    }
    printf("%d\n", seen);
    return 0;
}
