// The code before the end of the region does not wait for the event.
//@ twin: detach-region-end.c
//@ flags: -pthread
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x, y, seen;
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
        y = x; //~ race r1 write
        event = own;
        pthread_create(&thread, NULL, fulfill, NULL);
        seen = y; //~ race r1 read
    }
    printf("%d\n", seen);
    pthread_join(thread, NULL);
    return 0;
}
