// The last task depends on one of the two detached tasks.
//@ twin: detach-two-events.c
#include <omp.h>
#include <stdio.h>

int x, y, a, b, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t first, second;
#pragma omp task detach(first) depend(out : x)
        x = 1;
#pragma omp task detach(second) depend(out : y)
        y = 1;
#pragma omp task depend(in : x)
        seen = a + b; //~ race r1 read
#pragma omp task firstprivate(first)
        {
            a = 1;
            omp_fulfill_event(first);
        }
#pragma omp task firstprivate(second)
        {
            b = 1; //~ race r1 write
            omp_fulfill_event(second);
        }
    }
    printf("%d\n", seen);
    return 0;
}
