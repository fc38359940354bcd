// Each task makes a mutex of its own. The second gets the memory of the first, but not the same mutex.
//@ twin: lock-heap-shared.c
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
    total++; //~ race r1 write, race r1 write
    pthread_mutex_unlock(mutex);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task
        {
            pthread_mutex_t *mutex = make();
            add(mutex);
            pthread_mutex_destroy(mutex);
            free(mutex);
        }
    }
    printf("total = %d\n", total);
    return 0;
}
