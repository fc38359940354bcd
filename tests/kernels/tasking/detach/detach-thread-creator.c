// What was done before the thread was created precedes the fulfilment by that thread, and so the dependent task.
//@ twin: detach-thread-creator-after.c
//@ flags: -pthread
//@ guarantee: partial: 1 accesses by threads that OpenMP did not create were not checked
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
        seen = x + y;
        y = 2;
        pthread_create(&thread, NULL, fulfill, &event);
        pthread_join(thread, NULL);
#pragma omp taskwait
    }
    printf("%d\n", seen);
    return 0;
}
