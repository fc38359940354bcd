// The creator fulfils the event, and only then writes what the dependent task reads.
//@ twin: detach-creator-fulfills.c
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
        seen = x + y; //~ race r1 read
        omp_fulfill_event(event);
        y = 2; //~ race r1 write
    }
    printf("%d\n", seen);
    return 0;
}
