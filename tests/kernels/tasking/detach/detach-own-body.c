// The task fulfils its event itself, so it is complete when its body ends, and the creator waits for that.
//@ twin: detach-own-body-no-wait.c
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
            omp_fulfill_event(event);
            x = 1;
        }
#pragma omp taskwait
        seen = x;
    }
    printf("%d\n", seen);
    return 0;
}
