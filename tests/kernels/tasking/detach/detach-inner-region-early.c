// The event is fulfilled inside of another parallel region, before that writes what the dependent task reads.
//@ twin: detach-inner-region.c
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
#pragma omp parallel num_threads(2)
#pragma omp single
        {
            omp_fulfill_event(event);
            y = 2; //~ race r1 write
        }
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
