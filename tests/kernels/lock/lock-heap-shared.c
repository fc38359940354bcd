// The tasks share one mutex.
//@ twin: lock-heap-own.c
//@ guarantee: this lock order only
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int total;

static pthread_mutex_t *make(void) {
    pthread_mutex_t *mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
    return mutex;
}

static void add(pthread_mutex_t *mutex) {
    pthread_mutex_lock(mutex);
    total++;
    pthread_mutex_unlock(mutex);
}

int main(void) {
    pthread_mutex_t *mutex = make();
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task
        add(mutex);
    }
    free(mutex);
    printf("total = %d\n", total);
    return 0;
}
