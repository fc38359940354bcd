// A thread outside of OpenMP fulfils the event after the body of the task has ended. The dependent task follows the body.
//@ twin: detach-thread-late-other.c
//@ flags: -pthread
//@ guarantee: partial: 2 accesses by threads that OpenMP did not create were not checked
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

int x, seen;
sem_t ready;

static void *fulfill(void *event) {
    sem_wait(&ready);
    omp_fulfill_event(*(omp_event_handle_t *)event);
    return NULL;
}

int main(void) {
    sem_init(&ready, 0, 0);
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
        pthread_t thread;
#pragma omp task detach(event) depend(out : x)
        x = 1;
        pthread_create(&thread, NULL, fulfill, &event);
#pragma omp task depend(in : x)
        seen = x;
        sem_post(&ready);
#pragma omp taskwait
        pthread_join(thread, NULL);
    }
    printf("%d\n", seen);
    return 0;
}
