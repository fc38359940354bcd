// One of two tasks forgets the mutex.
//@ twin: lock-pthread-both-sides.c
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
            total += 1; //~ race r1 write
            pthread_mutex_unlock(&mutex);
        }
#pragma omp task
        total += 2; //~ race r1 write
    }
    printf("total = %d\n", total);
    return 0;
}
