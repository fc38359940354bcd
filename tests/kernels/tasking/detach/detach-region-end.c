// The end of the region waits for the event, which a thread outside of OpenMP fulfils, and for the task that depends on it.
//@ twin: detach-region-end-before.c
//@ flags: -pthread
//@ guarantee: partial: 1 accesses by threads that OpenMP did not create were not checked
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x, y;
omp_event_handle_t event;

static void *fulfill(void *argument) {
    usleep(20000);
    omp_fulfill_event(event);
    return argument;
}

int main(void) {
    pthread_t thread;
#pragma omp parallel
#pragma omp master
    {
        omp_event_handle_t own;
#pragma omp task detach(own) depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        y = x;
        event = own;
        pthread_create(&thread, NULL, fulfill, NULL);
    }
    printf("%d\n", y);
    pthread_join(thread, NULL);
    return 0;
}
