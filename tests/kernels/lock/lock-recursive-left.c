// A recursive mutex that was given back as often as it was taken is not held any more.
//@ twin: lock-recursive-nested.c
//@ lang: gnu17
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

int total;
pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void add(int amount) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    total += amount; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        add(1);
#pragma omp task
        add(2);
    }
    printf("total = %d\n", total);
    return 0;
}
