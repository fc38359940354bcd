// That a task has fulfilled its own event is no reason to go on without waiting for it.
//@ twin: detach-own-body.c
#include <omp.h>
#include <stdio.h>

int x;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
            x = 1; //~ race r1 write
            omp_fulfill_event(event);
        }
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
