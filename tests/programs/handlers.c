// Is interrupted by signals, wherever it is: handlers race|clean HOW PLACE. Two tasks race or not before the signals come,
// and two others afterwards. Signals interrupt a loop of accesses at a place of where.h. Their
// handler returns, after accesses of its own (`return`, or `nested` if they may interrupt each
// other), jumps back to the loop (`jump`), ends the program (`_exit`, `exit`), or is of a
// fault that it jumps out of (`fault`, `overflow`).
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "where.h"

enum { SIGNALS = 200, LENGTH = 1 << 14 };

int x, y, z, w;
volatile int numbers[64];
int others[LENGTH];
static sigjmp_buf loop;
static pthread_t looping;
static volatile sig_atomic_t signals;
static const char *how;

#define RUNS(name)                                                                                                      \
    static void name(int *one, int *other) {                                                                            \
        _Pragma("omp parallel") _Pragma("omp single") {                                                                 \
            _Pragma("omp task") *one = 1;                                                                               \
            _Pragma("omp task") *other = 2;                                                                             \
        }                                                                                                               \
    }

RUNS(run_before)
RUNS(run_after)

static void handle(int signal, siginfo_t *info, void *context) {
    (void)info, (void)context;
    // The signal is for the process, and the loop is another thread's.
    if (!pthread_equal(pthread_self(), looping)) {
        pthread_kill(looping, signal);
        return;
    }
    signals++;
    numbers[signals % 64]++;
    if (strcmp(how, "jump") == 0)
        siglongjmp(loop, 1);
    if (signals == SIGNALS && strcmp(how, "_exit") == 0)
        _exit(0);
    if (signals == SIGNALS && strcmp(how, "exit") == 0)
        exit(0);
}

static void jump(int signal) {
    (void)signal;
    siglongjmp(loop, 1);
}

// Its accesses take more of the stack than it does itself, where they are checked.
static int overflow(int depth) {
    numbers[depth % 64]++;
    return depth < 0 ? 0 : overflow(depth + 1) + numbers[depth % 64];
}

static void overflow_the_stack(void) {
    static char room[1 << 16];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    stack_t before;
    sigaltstack(&stack, &before);
    struct sigaction action = {.sa_handler = jump, .sa_flags = SA_ONSTACK};
    sigaction(SIGSEGV, &action, NULL);
    if (sigsetjmp(loop, 1) == 0)
        numbers[0] = overflow(0);
    sigaltstack(&before, NULL);
}

static void be_interrupted(void) {
    looping = pthread_self();
    if (strcmp(how, "overflow") == 0) {
        overflow_the_stack();
        return;
    }
    if (strcmp(how, "fault") == 0) {
        signal(SIGSEGV, jump);
        if (sigsetjmp(loop, 1) == 0)
            memset((void *)8, 0, (size_t)numbers[0] + 16);
        return;
    }
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (strcmp(how, "nested") == 0)
        action.sa_flags |= SA_NODEFER;
    sigaction(SIGALRM, &action, NULL);
    const struct itimerval often = {{0, 300}, {0, 300}}, never = {{0, 0}, {0, 0}};
    // The first signal may come at once, and jumps.
    if (sigsetjmp(loop, 1) == 0)
        setitimer(ITIMER_REAL, &often, NULL);
    while (signals < SIGNALS)
        for (int i = 0; i < LENGTH; i++) {
            numbers[i % 64]++;
            others[i]++;
        }
    setitimer(ITIMER_REAL, &never, NULL);
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    how = argv[2];
    int is_racy = strcmp(argv[1], "race") == 0;
    run_before(&x, is_racy ? &x : &y);
    run_at(argv[3], be_interrupted);
    run_after(&z, is_racy ? &z : &w);
    return 3;
}
