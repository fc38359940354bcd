// The two tasks take locks of the same kinds, but not the same locks.
//@ twin: lock-kinds-one.c
//@ lang: gnu17
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

enum { KINDS = 6 };

int total[KINDS];
pthread_mutex_t mutexes[2][3] = {
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER},
    {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER},
};
pthread_spinlock_t spinlocks[2];
mtx_t mtxs[2];
pthread_rwlock_t rwlocks[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};

static void add(int which) {
    struct timespec late = {.tv_sec = time(NULL) + 100};
    if (pthread_mutex_trylock(&mutexes[which][0]) == 0) {
        total[0]++; //~ race r1 write, race r1 write
        pthread_mutex_unlock(&mutexes[which][0]);
    }
    if (pthread_mutex_timedlock(&mutexes[which][1], &late) == 0) {
        total[1]++; //~ race r2 write, race r2 write
        pthread_mutex_unlock(&mutexes[which][1]);
    }
    if (pthread_mutex_clocklock(&mutexes[which][2], CLOCK_REALTIME, &late) == 0) {
        total[2]++; //~ race r3 write, race r3 write
        pthread_mutex_unlock(&mutexes[which][2]);
    }
    pthread_spin_lock(&spinlocks[which]);
    total[3]++; //~ race r4 write, race r4 write
    pthread_spin_unlock(&spinlocks[which]);
    mtx_lock(&mtxs[which]);
    total[4]++; //~ race r5 write, race r5 write
    mtx_unlock(&mtxs[which]);
    pthread_rwlock_wrlock(&rwlocks[which]);
    total[5]++; //~ race r6 write, race r6 write
    pthread_rwlock_unlock(&rwlocks[which]);
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        pthread_spin_init(&spinlocks[i], PTHREAD_PROCESS_PRIVATE);
        mtx_init(&mtxs[i], mtx_plain);
    }
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(i)
        add(i);
    }
    for (int i = 0; i < KINDS; i++)
        printf("%d\n", total[i]);
    return 0;
}
