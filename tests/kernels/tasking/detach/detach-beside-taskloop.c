// A taskloop while a detached task waits for its event.
//@ twin: detach-beside-taskloop-early.c
#include <omp.h>
#include <stdio.h>

enum { SIZE = 20 };

int a[SIZE], x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        x = 1;
#pragma omp taskloop
        for (int i = 0; i < SIZE; i++)
            a[i] = i;
        omp_fulfill_event(event);
#pragma omp taskwait
        seen = x + a[1];
    }
    printf("%d\n", seen);
    return 0;
}
