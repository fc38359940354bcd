// A task that does not get the lock leaves the variable alone.
//@ twin: lock-trylock-unasked.c
//@ guarantee: this lock order only
#include <pthread.h>
#include <stdio.h>

int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        pthread_mutex_lock(&mutex);
#pragma omp task
        if (pthread_mutex_trylock(&mutex) == 0) {
            total += 1;
            pthread_mutex_unlock(&mutex);
        }
        total += 2;
        pthread_mutex_unlock(&mutex);
    }
    printf("%d\n", total > 0);
    return 0;
}
