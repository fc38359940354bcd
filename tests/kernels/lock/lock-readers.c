// Readers share the lock with each other, and the writer has it alone.
//@ twin: lock-reader-writes.c
//@ guarantee: this lock order only
#include <pthread.h>
#include <stdio.h>

int value, seen[4];
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            pthread_rwlock_wrlock(&lock);
            value = 1;
            pthread_rwlock_unlock(&lock);
        }
        for (int i = 0; i < 4; i++) {
#pragma omp task
            {
                pthread_rwlock_rdlock(&lock);
                seen[i] = value;
                pthread_rwlock_unlock(&lock);
            }
        }
    }
    printf("%d %d\n", value, seen[3]);
    return 0;
}
