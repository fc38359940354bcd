// The event has been fulfilled by a thread before the body ends; nobody waits for the task.
//@ twin: detach-thread-early.c
//@ flags: -pthread
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

int x;

static void *fulfill(void *event) {
    omp_fulfill_event(*(omp_event_handle_t *)event);
    return NULL;
}

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
            pthread_t thread;
            pthread_create(&thread, NULL, fulfill, &event);
            pthread_join(thread, NULL);
            x = 1; //~ race r1 write
        }
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
