// A lock that is shared does not keep two of its readers apart when they write.
//@ twin: lock-readers.c
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
                value++; //~ race r1 write, race r1 write
                pthread_rwlock_unlock(&lock);
            }
        }
    }
    printf("%d %d\n", value, seen[3]);
    return 0;
}
