// The fulfilling task was created outside of the taskgroup, so the group waits for it up to the fulfilment only.
//@ twin: detach-taskgroup.c
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
#pragma omp task firstprivate(event)
                omp_fulfill_event(event);
            }
        }
#pragma omp task
        y = 2; //~ race r1 write
        seen = x + y; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
