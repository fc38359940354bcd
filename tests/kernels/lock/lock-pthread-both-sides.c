// Both tasks take a mutex of the thread library.
//@ twin: lock-pthread-one-side.c
//@ guarantee: this lock order only
#include <pthread.h>
#include <stdio.h>

int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            pthread_mutex_lock(&mutex);
            total += 1;
            pthread_mutex_unlock(&mutex);
        }
#pragma omp task
        {
            pthread_mutex_lock(&mutex);
            total += 2;
            pthread_mutex_unlock(&mutex);
        }
    }
    printf("total = %d\n", total);
    return 0;
}
