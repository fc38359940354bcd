// A task does not ask whether it has got the lock, which its creator holds.
//@ twin: lock-trylock-asked.c
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
        {
            int status = pthread_mutex_trylock(&mutex);
            total += 1; //~ race r1 write
            if (status == 0)
                pthread_mutex_unlock(&mutex);
        }
        total += 2; //~ race r1 write
        pthread_mutex_unlock(&mutex);
    }
    printf("%d\n", total > 0);
    return 0;
}
