// A thread outside of OpenMP fulfils the event. The reader does not depend on the task.
//@ twin: detach-thread-late.c
//@ flags: -pthread
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

int x, y, seen;
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
        x = 1; //~ race r1 write
        pthread_create(&thread, NULL, fulfill, &event);
#pragma omp task depend(in : y)
        seen = x; //~ race r1 read
        sem_post(&ready);
#pragma omp taskwait
        pthread_join(thread, NULL);
    }
    printf("%d %d\n", seen, y);
    return 0;
}
