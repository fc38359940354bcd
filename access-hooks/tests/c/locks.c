// Locks of the thread library: the tool hears of those that may be waited for, of those that are taken, and of what is
// given back.
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

// Whether the tool has heard of this alone, after an announcement if there was one.
static bool told(bool announced, event_type type, void *lock, uint32_t sharing) {
    listening = false;
    if (heard_count != announced + 1UL) {
        return false;
    }
    const event *last = &heard[announced];
    return (!announced || (heard[0].type == WANTS && heard[0].address == (uintptr_t)lock)) && last->type == type &&
           last->address == (uintptr_t)lock && last->kind == sharing;
}

// Takes the lock by `call`, which succeeds, and gives it back by `give`.
#define CHECK_TAKEN(call, announced, lock, sharing, give)                                                              \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        errno = EDOM + 1;                                                                                              \
        int status = (call);                                                                                           \
        CHECK_FOR(#call, errno == EDOM + 1 && status == 0 && told(announced, LOCKED, lock, sharing));                  \
        listen_anew();                                                                                                 \
        status = give(lock);                                                                                           \
        CHECK_FOR(#give, status == 0 && told(false, UNLOCKED, lock, 0));                                               \
    } while (0)

// Of a call that may wait for other tasks of a team, which then have to run, the tool hears before.
#define CHECK_WAITED(call, lock, give) CHECK_TAKEN(call, true, lock, LOCKED_ALONE, give)
#define CHECK_TRIED(call, lock, give) CHECK_TAKEN(call, false, lock, LOCKED_ALONE, give)
#define CHECK_SHARED(call, lock, give) CHECK_TAKEN(call, false, lock, LOCKED_SHARED, give)

// The lock is not to be had by `call`.
#define CHECK_REFUSED(call, expected)                                                                                  \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        int status = (call);                                                                                           \
        listening = false;                                                                                             \
        CHECK_FOR(#call, status == (expected) && heard_count == 0);                                                    \
    } while (0)

// Nor by `call`, which may wait for it.
#define CHECK_TIMED_OUT(call, lock, expected)                                                                          \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        int status = (call);                                                                                           \
        CHECK_FOR(#call, status == (expected) && told(false, WANTS, lock, 0));                                         \
    } while (0)

int main(void) {
    const struct timespec past = {0};
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec += 60;
    CHECK(pthread_spin_init(&spinlock, PTHREAD_PROCESS_PRIVATE) == 0);
    CHECK(mtx_init(&mtx, mtx_timed) == thrd_success);
    attach_fake_tool();

    CHECK_WAITED(pthread_mutex_lock(&mutex), &mutex, pthread_mutex_unlock);
    CHECK_TRIED(pthread_mutex_trylock(&mutex), &mutex, pthread_mutex_unlock);
    CHECK_WAITED(pthread_mutex_timedlock(&mutex, &soon), &mutex, pthread_mutex_unlock);
    CHECK_WAITED(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &soon), &mutex, pthread_mutex_unlock);
    CHECK_WAITED(pthread_spin_lock(&spinlock), (void *)&spinlock, pthread_spin_unlock);
    CHECK_TRIED(pthread_spin_trylock(&spinlock), (void *)&spinlock, pthread_spin_unlock);
    CHECK_WAITED(mtx_lock(&mtx), &mtx, mtx_unlock);
    CHECK_TRIED(mtx_trylock(&mtx), &mtx, mtx_unlock);
    CHECK_WAITED(mtx_timedlock(&mtx, &soon), &mtx, mtx_unlock);
    CHECK_WAITED(pthread_rwlock_wrlock(&rwlock), &rwlock, pthread_rwlock_unlock);
    CHECK_TRIED(pthread_rwlock_trywrlock(&rwlock), &rwlock, pthread_rwlock_unlock);
    CHECK_WAITED(pthread_rwlock_timedwrlock(&rwlock, &soon), &rwlock, pthread_rwlock_unlock);
    CHECK_WAITED(pthread_rwlock_clockwrlock(&rwlock, CLOCK_REALTIME, &soon), &rwlock, pthread_rwlock_unlock);
    CHECK_SHARED(pthread_rwlock_rdlock(&rwlock), &rwlock, pthread_rwlock_unlock);
    CHECK_SHARED(pthread_rwlock_tryrdlock(&rwlock), &rwlock, pthread_rwlock_unlock);
    CHECK_SHARED(pthread_rwlock_timedrdlock(&rwlock, &soon), &rwlock, pthread_rwlock_unlock);
    CHECK_SHARED(pthread_rwlock_clockrdlock(&rwlock, CLOCK_REALTIME, &soon), &rwlock, pthread_rwlock_unlock);

    // What is not taken is not told as if it were.
    pthread_mutex_lock(&mutex);
    CHECK_REFUSED(pthread_mutex_trylock(&mutex), EBUSY);
    CHECK_TIMED_OUT(pthread_mutex_timedlock(&mutex, &past), &mutex, ETIMEDOUT);
    CHECK_TIMED_OUT(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &past), &mutex, ETIMEDOUT);
    pthread_spin_lock(&spinlock);
    CHECK_REFUSED(pthread_spin_trylock(&spinlock), EBUSY);
    mtx_lock(&mtx);
    CHECK_REFUSED(mtx_trylock(&mtx), thrd_busy);
    CHECK_TIMED_OUT(mtx_timedlock(&mtx, &past), &mtx, thrd_timedout);
    pthread_rwlock_rdlock(&rwlock);
    CHECK_REFUSED(pthread_rwlock_trywrlock(&rwlock), EBUSY);
    CHECK_TIMED_OUT(pthread_rwlock_timedwrlock(&rwlock, &past), &rwlock, ETIMEDOUT);
    CHECK_TIMED_OUT(pthread_rwlock_clockwrlock(&rwlock, CLOCK_REALTIME, &past), &rwlock, ETIMEDOUT);
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
        CHECK(heard[i].type != WANTS && heard[i].type != LOCKED && heard[i].type != UNLOCKED);
    }

    detach_fake_tool();
    CHECK_REFUSED(pthread_mutex_lock(&mutex), 0);
    CHECK_REFUSED(pthread_mutex_unlock(&mutex), 0);
    return 0;
}
