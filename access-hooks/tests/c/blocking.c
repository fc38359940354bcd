// Calls that may block: the tool hears of them before and after, and what is called does not notice.
#define _GNU_SOURCE
#include "fake_tool.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EACH_OF_LIBOMP(f)                                                                                              \
    f(__kmpc_doacross_init) f(__kmpc_doacross_post) f(__kmpc_doacross_wait) f(__kmpc_reduce) f(__kmpc_reduce_nowait)   \
        f(__kmpc_end_reduce) f(__kmpc_end_reduce_nowait) f(__kmpc_dispatch_fini_4) f(__kmpc_dispatch_fini_4u)          \
            f(__kmpc_dispatch_fini_8) f(__kmpc_dispatch_fini_8u)
#define DECLARE(name) void name(void);
EACH_OF_LIBOMP(DECLARE)

extern uintptr_t arguments_seen[7];
extern int answer;
extern size_t heard_before;

static bool attached;

// Whether the tool, if there is one, has heard of the first `count` of these, and nobody of anything else.
static bool told(size_t count, const event *expected) {
    listening = false;
    if (!attached) {
        return heard_count == 0;
    }
    for (size_t i = 0; i < count && i < heard_count; i++) {
        if (heard[i].type != expected[i].type || heard[i].kind != expected[i].kind ||
            heard[i].address != expected[i].address || heard[i].length != expected[i].length) {
            return false;
        }
    }
    return heard_count == count;
}

// Calls a function of libomp with arguments from 11 on. The tool is to hear of the first event before, and of the second
// after.
static void check_libomp(const char *name, void *function, unsigned arguments, size_t count, const event *expected) {
    memset(arguments_seen, 0, sizeof arguments_seen);
    errno = ERANGE;
    listen_anew();
    int result = (int)call_hook(function, 11L, 12L, 13L, 14L, 15L, 16L, 17L);
    CHECK_FOR(name, told(count, expected) && errno == ERANGE);
    CHECK_FOR(name, heard_before == attached);
    for (unsigned i = 0; i < arguments; i++) {
        CHECK_FOR(name, arguments_seen[i] == 11 + i);
    }
    // Only the functions with seven arguments return something.
    CHECK_FOR(name, arguments < 7 || result == answer);
}

#define CHECK_LIBOMP(name, arguments, count, ...)                                                                      \
    check_libomp(#name, name, arguments, count, (const event[]){__VA_ARGS__})

static const event pause_of_thread[] = {
    {.type = BLOCKS, .kind = BLOCKING_BEGIN},
    {.type = BLOCKS, .kind = BLOCKING_END},
};

static void check_doacross(void) {
    CHECK_LIBOMP(__kmpc_doacross_init, 4, 1, {.type = DOACROSS, .address = 14, .length = 13});
    CHECK_LIBOMP(__kmpc_doacross_post, 3, 1, {.type = ITERATES, .kind = ITERATION_SOURCE, .address = 13});
    CHECK_LIBOMP(__kmpc_doacross_wait, 3, 1, {.type = ITERATES, .kind = ITERATION_SINK, .address = 13});
}

// Only who is to combine by itself, which 1 says, has the lock.
static void check_reductions(void) {
    for (answer = 0; answer <= 2; answer++) {
        size_t count = answer == 1 ? 2 : 1;
        CHECK_LIBOMP(__kmpc_reduce, 7, count, {.type = WANTS, .address = 17},
                     {.type = LOCKED, .kind = LOCKED_COMBINING, .address = 17});
        CHECK_LIBOMP(__kmpc_reduce_nowait, 7, count, {.type = WANTS, .address = 17},
                     {.type = LOCKED, .kind = LOCKED_COMBINING, .address = 17});
    }
    CHECK_LIBOMP(__kmpc_end_reduce, 3, 1, {.type = UNLOCKED, .address = 13});
    CHECK_LIBOMP(__kmpc_end_reduce_nowait, 3, 1, {.type = UNLOCKED, .address = 13});
}

static void check_ordered_loops(void) {
    const event end[] = {
        {.type = ITERATES, .kind = ITERATION_ENDS},
        {.type = ITERATES, .kind = ITERATION_ENDED},
    };
    check_libomp("dispatch_fini_4", __kmpc_dispatch_fini_4, 2, 2, end);
    check_libomp("dispatch_fini_4u", __kmpc_dispatch_fini_4u, 2, 2, end);
    check_libomp("dispatch_fini_8", __kmpc_dispatch_fini_8, 2, 2, end);
    check_libomp("dispatch_fini_8u", __kmpc_dispatch_fini_8u, 2, 2, end);
}

// A signal finds out what the tool has heard while the thread sleeps, and wakes it. It comes again and again, lest it
// come too early.
static volatile sig_atomic_t asleep;

static void wake(int signal) {
    (void)signal;
    asleep |= heard_count == attached;
}

static void wake_often(long microseconds) {
    struct itimerval timer = {{0, microseconds}, {0, microseconds}};
    CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
}

// Sleeps by `call`, and is woken.
#define CHECK_WOKEN(call, result_is, number)                                                                           \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        asleep = false;                                                                                                \
        wake_often(20000);                                                                                             \
        errno = ERANGE;                                                                                                \
        long result = (call);                                                                                          \
        int number_seen = errno;                                                                                       \
        wake_often(0);                                                                                                 \
        CHECK_FOR(#call, told(2, pause_of_thread) && asleep);                                                          \
        CHECK_FOR(#call, (result_is) && number_seen == (number));                                                      \
    } while (0)

// Sleeps by `call` for as long as it was to.
#define CHECK_SLEPT(call)                                                                                              \
    do {                                                                                                               \
        listen_anew();                                                                                                 \
        errno = ERANGE;                                                                                                \
        long result = (call);                                                                                          \
        CHECK_FOR(#call, told(2, pause_of_thread) && result == 0 && errno == ERANGE);                                  \
    } while (0)

static void check_sleeping(void) {
    const struct timespec minute = {60, 0}, moment = {0, 1000}, never = {0, -1};
    struct timespec rest = {0};
    CHECK_WOKEN(sleep(60), result >= 50 && result <= 60, EINTR);
    CHECK_WOKEN(usleep(60 * 1000 * 1000), result == -1, EINTR);
    CHECK_WOKEN(nanosleep(&minute, &rest), result == -1 && rest.tv_sec >= 50, EINTR);
    rest.tv_sec = 0;
    CHECK_WOKEN(clock_nanosleep(CLOCK_MONOTONIC, 0, &minute, &rest), result == EINTR && rest.tv_sec >= 50, ERANGE);

    CHECK_SLEPT(sleep(0));
    CHECK_SLEPT(usleep(1));
    CHECK_SLEPT(nanosleep(&moment, NULL));
    CHECK_SLEPT(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL));

    listen_anew();
    int result = nanosleep(&never, NULL);
    CHECK(result == -1 && errno == EINVAL && told(2, pause_of_thread));
    listen_anew();
    CHECK(clock_nanosleep(CLOCK_REALTIME, 0, &never, NULL) == EINVAL && told(2, pause_of_thread));
}

static void check_yielding(void) {
    listen_anew();
    errno = ERANGE;
    CHECK(sched_yield() == 0 && errno == ERANGE);
    CHECK(told(1, &(const event){.type = BLOCKS, .kind = BLOCKING_YIELD}));
}

static void check_all(void) {
    check_doacross();
    check_reductions();
    check_ordered_loops();
    check_sleeping();
    check_yielding();
}

int main(void) {
    // Without SA_RESTART.
    const struct sigaction action = {.sa_handler = wake};
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    check_all();
    attach_fake_tool();
    attached = true;
    check_all();
    detach_fake_tool();
    attached = false;
    check_all();
    return 0;
}
