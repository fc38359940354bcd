// Both tasks take a mutex of the thread library.
//@ twin: lock-pthread-one-side.c
//@ known-false-positive: locks that are not OpenMP's are not modelled
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
            total += 1; //~ false-race r1 write
            pthread_mutex_unlock(&mutex);
        }
#pragma omp task
        {
            pthread_mutex_lock(&mutex);
            total += 2; //~ false-race r1 write
            pthread_mutex_unlock(&mutex);
        }
    }
    printf("total = %d\n", total);
    return 0;
}
