// The creator of the thread writes after it has created it: by then the dependent task may run.
//@ twin: detach-thread-creator.c
//@ flags: -pthread
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

int x, y, seen;

static void *fulfill(void *event) {
    omp_fulfill_event(*(omp_event_handle_t *)event);
    return NULL;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
        pthread_t thread;
#pragma omp task detach(event) depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        seen = x + y; //~ race r1 read
        pthread_create(&thread, NULL, fulfill, &event);
        pthread_join(thread, NULL);
        y = 2; //~ race r1 write
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
