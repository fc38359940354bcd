// The last task depends on two detached tasks, and follows both of those who fulfil them.
//@ twin: detach-two-events-one.c
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
#pragma omp task depend(in : x, y)
        seen = a + b;
#pragma omp task firstprivate(first)
        {
            a = 1;
            omp_fulfill_event(first);
        }
#pragma omp task firstprivate(second)
        {
            b = 1;
            omp_fulfill_event(second);
        }
    }
    printf("%d\n", seen);
    return 0;
}
