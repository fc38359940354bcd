// A taskloop waits for its own tasks, and not for the detached task beside it.
//@ twin: detach-beside-taskloop.c
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
        x = 1; //~ race r1 write
#pragma omp taskloop
        for (int i = 0; i < SIZE; i++)
            a[i] = i;
        seen = x + a[1]; //~ race r1 read
        omp_fulfill_event(event);
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
