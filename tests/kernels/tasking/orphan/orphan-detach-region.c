// The same inside of a parallel region.
//@ twin: orphan-detach.c
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
        y = 2;
        omp_fulfill_event(event);
        y = 3; //~ race r1 write
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
