// A task polls for what others do, or nobody: polls <what>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

// The checker looks into a loop when it has taken two seconds.
#define SECONDS 4

static atomic_int flag, lock = 1;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static volatile int seen;
static int plain;
static long polls;

static void *set_later(void *argument) {
    sleep(SECONDS);
    atomic_store(&flag, 1);
    return argument;
}

static void on_alarm(int signal) {
    (void)signal;
    atomic_store(&flag, 1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static void poll(const char *what) {
    const double end = now() + SECONDS;
    if (!strcmp(what, "load")) {
        while (!atomic_load(&flag)) {
        }
    } else if (!strcmp(what, "exchange")) {
        int expected = 0;
        while (!atomic_compare_exchange_weak(&lock, &expected, 1))
            expected = 0;
    } else if (!strcmp(what, "flag")) {
        atomic_flag_test_and_set(&taken);
        while (atomic_flag_test_and_set(&taken)) {
        }
    } else if (!strcmp(what, "add")) {
        while (!atomic_fetch_add(&flag, 0)) {
        }
    } else if (!strcmp(what, "read")) {
        for (int value = 0; !value;) {
#pragma omp atomic read
            value = plain;
        }
    } else if (!strcmp(what, "capture")) {
        for (int value = 0; !value;) {
#pragma omp atomic capture
            {
                value = plain;
                plain |= 0;
            }
        }
    } else if (!strcmp(what, "volatile")) {
        while (!seen) {
        }
    } else if (!strcmp(what, "taskyield")) {
        while (!atomic_load(&flag)) {
#pragma omp taskyield
        }
    } else if (!strcmp(what, "count")) {
        const double start = now();
        long count = 0;
        // As often as it takes: a clock would be no poll.
        while (now() < start + SECONDS)
            for (count = 0; count < 20000000 && !atomic_load(&flag); count++) {
            }
    } else if (!strcmp(what, "count-shared")) {
        for (polls = 0; polls < 40000000 && !atomic_load(&flag); polls++) {
        }
    } else if (!strcmp(what, "clock")) {
        while (!atomic_load(&flag) && now() < end) {
        }
    } else if (!strcmp(what, "wtime")) {
        const double last = omp_get_wtime() + SECONDS;
        while (!atomic_load(&flag) && omp_get_wtime() < last) {
        }
    } else if (!strcmp(what, "counter")) {
        const unsigned long long last = __rdtsc() + SECONDS * 3000000000ull;
        while (!atomic_load(&flag) && __rdtsc() < last) {
        }
    } else if (!strcmp(what, "thread")) {
        pthread_t thread;
        pthread_create(&thread, NULL, set_later, NULL);
        while (!atomic_load(&flag)) {
        }
        pthread_join(thread, NULL);
    } else if (!strcmp(what, "handler")) {
        signal(SIGALRM, on_alarm);
        alarm(SECONDS);
        while (!atomic_load(&flag)) {
        }
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    setbuf(stdout, NULL);
    puts("started");
#pragma omp parallel
#pragma omp master
    {
#pragma omp task
        poll(what);
    }
    puts("ended");
}
