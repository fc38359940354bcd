// The body starts a thread outside of OpenMP, which fulfils the event, and waits for it: the event comes before the body ends.
//@ twin: detach-thread-early-no-wait.c
//@ flags: -pthread
//@ guarantee: partial: 1 accesses by threads that OpenMP did not create were not checked
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
            x = 1;
        }
#pragma omp taskwait
        seen = x;
    }
    printf("%d\n", seen);
    return 0;
}
