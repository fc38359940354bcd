// Computes until a signal comes from outside, and some time longer: interrupted race|clean SIGNAL none|return|jump|leave. Two tasks race
// or not before that. The handler of the signal returns, jumps to the end of the computation, or ends the program with status 0.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int x, y, sum;
volatile int numbers[64];
static sigjmp_buf end;
static pthread_t computing;
static volatile sig_atomic_t may_jump;
static const char *how;

static void handle(int signal) {
    if (strcmp(how, "leave") == 0)
        _exit(0);
    if (strcmp(how, "jump") != 0 || !may_jump)
        return;
    if (!pthread_equal(pthread_self(), computing))
        pthread_kill(computing, signal);
    else
        siglongjmp(end, 1);
}

static void compute(void) {
    computing = pthread_self();
    if (sigsetjmp(end, 1) == 0) {
        may_jump = 1;
        for (int i = 0; i < 40000; i++)
            numbers[i % 64]++;
    }
    may_jump = 0;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    how = argv[3];
    if (strcmp(how, "none") != 0)
        signal(atoi(argv[2]), handle);
    int *other = strcmp(argv[1], "race") == 0 ? &x : &y;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        *other = 2;
    }
    puts("raced");
    fflush(stdout);
    for (int round = 0; round < 4; round++) {
#pragma omp parallel
        {
#pragma omp single
            {
                for (int i = 0; i < 64; i++) {
#pragma omp task
#pragma omp critical
                    sum++;
                }
#pragma omp taskwait
                compute();
            }
        }
        compute();
    }
    return 3;
}
