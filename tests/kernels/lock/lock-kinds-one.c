// Every kind of lock that the thread libraries of POSIX and C have keeps the two tasks apart.
//@ twin: lock-kinds-two.c
//@ guarantee: this lock order only
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
        total[0]++;
        pthread_mutex_unlock(&mutexes[which][0]);
    }
    if (pthread_mutex_timedlock(&mutexes[which][1], &late) == 0) {
        total[1]++;
        pthread_mutex_unlock(&mutexes[which][1]);
    }
    if (pthread_mutex_clocklock(&mutexes[which][2], CLOCK_REALTIME, &late) == 0) {
        total[2]++;
        pthread_mutex_unlock(&mutexes[which][2]);
    }
    pthread_spin_lock(&spinlocks[which]);
    total[3]++;
    pthread_spin_unlock(&spinlocks[which]);
    mtx_lock(&mtxs[which]);
    total[4]++;
    mtx_unlock(&mtxs[which]);
    pthread_rwlock_wrlock(&rwlocks[which]);
    total[5]++;
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
        add(0 * i);
    }
    for (int i = 0; i < KINDS; i++)
        printf("%d\n", total[i]);
    return 0;
}
