// Locks of the thread library: the tool hears of those that are taken, and of what is given back.
#define _GNU_SOURCE
#include "fake_tool.h"

#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spinlock;
static mtx_t mtx;

static bool told(event_type type, void *lock, uint32_t sharing) {
    listening = false;
    return heard_count == 1 && heard[0].type == type && heard[0].address == (uintptr_t)lock && heard[0].kind == sharing;
}

// Takes the lock by `call`, which succeeds, and gives it back by `give`.
#define CHECK_TAKEN(call, lock, sharing, give)                                                                         \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        errno = EDOM + 1;                                                                                              \
        int status = (call);                                                                                           \
        CHECK_FOR(#call, errno == EDOM + 1 && status == 0 && told(LOCKED, lock, sharing));                             \
        listen_anew();                                                                                                 \
        status = give(lock);                                                                                           \
        CHECK_FOR(#give, status == 0 && told(UNLOCKED, lock, 0));                                                      \
    } while (0)

// The lock is not to be had by `call`.
#define CHECK_REFUSED(call, expected)                                                                                  \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        int status = (call);                                                                                           \
        listening = false;                                                                                             \
        CHECK_FOR(#call, status == (expected) && heard_count == 0);                                                    \
    } while (0)

int main(void) {
    const struct timespec past = {0};
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec += 60;
    CHECK(pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(mtx_init(&mtx, mtx_timed) == thrd_success);
    attach_fake_tool();

    CHECK_TAKEN(pthread_mutex_lock(&mutex), &mutex, LOCKED_ALONE, pthread_mutex_unlock);
    CHECK_TAKEN(pthread_mutex_trylock(&mutex), &mutex, LOCKED_ALONE, pthread_mutex_unlock);
    CHECK_TAKEN(pthread_mutex_timedlock(&mutex, &soon), &mutex, LOCKED_ALONE, pthread_mutex_unlock);
    CHECK_TAKEN(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &soon), &mutex, LOCKED_ALONE, pthread_mutex_unlock);
    CHECK_TAKEN(pthread_spin_lock(&spinlock), (void *)&spinlock, LOCKED_ALONE, pthread_spin_unlock);
    CHECK_TAKEN(pthread_spin_trylock(&spinlock), (void *)&spinlock, LOCKED_ALONE, pthread_spin_unlock);
    CHECK_TAKEN(mtx_lock(&mtx), &mtx, LOCKED_ALONE, mtx_unlock);
    CHECK_TAKEN(mtx_trylock(&mtx), &mtx, LOCKED_ALONE, mtx_unlock);
    CHECK_TAKEN(mtx_timedlock(&mtx, &soon), &mtx, LOCKED_ALONE, mtx_unlock);
    CHECK_TAKEN(pthread_rwlock_wrlock(&rwlock), &rwlock, LOCKED_ALONE, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_trywrlock(&rwlock), &rwlock, LOCKED_ALONE, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_timedwrlock(&rwlock, &soon), &rwlock, LOCKED_ALONE, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_clockwrlock(&rwlock, CLOCK_REALTIME, &soon), &rwlock, LOCKED_ALONE,
                pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_rdlock(&rwlock), &rwlock, LOCKED_SHARED, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_tryrdlock(&rwlock), &rwlock, LOCKED_SHARED, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_timedrdlock(&rwlock, &soon), &rwlock, LOCKED_SHARED, pthread_rwlock_unlock);
    CHECK_TAKEN(pthread_rwlock_clockrdlock(&rwlock, CLOCK_REALTIME, &soon), &rwlock, LOCKED_SHARED,
                pthread_rwlock_unlock);

    // What is not taken is not told.
    pthread_mutex_lock(&mutex);
    CHECK_REFUSED(pthread_mutex_trylock(&mutex), EBUSY);
    CHECK_REFUSED(pthread_mutex_timedlock(&mutex, &past), ETIMEDOUT);
    CHECK_REFUSED(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &past), ETIMEDOUT);
    pthread_spin_lock(&spinlock);
    CHECK_REFUSED(pthread_spin_trylock(&spinlock), EBUSY);
    mtx_lock(&mtx);
    CHECK_REFUSED(mtx_trylock(&mtx), thrd_busy);
    CHECK_REFUSED(mtx_timedlock(&mtx, &past), thrd_timedout);
    pthread_rwlock_rdlock(&rwlock);
    CHECK_REFUSED(pthread_rwlock_trywrlock(&rwlock), EBUSY);
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_wrlock(&rwlock);
    CHECK_REFUSED(pthread_rwlock_tryrdlock(&rwlock), EBUSY);
    pthread_mutex_unlock(&mutex);

    // Neither is what libraries do by themselves: every stream has a lock, and so has the loader.
    listen_anew();
    FILE *file = fopen("/dev/null", "w");
    fputs("text", file);
    fclose(file);
    for (size_t i = 0; i < heard_count; i++) {
        CHECK(heard[i].type != LOCKED && heard[i].type != UNLOCKED);
    }

    detach_fake_tool();
    CHECK_REFUSED(pthread_mutex_lock(&mutex), 0);
    CHECK_REFUSED(pthread_mutex_unlock(&mutex), 0);
    return 0;
}
