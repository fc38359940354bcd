// Threads that the program starts meet OpenMP one after the other, and end. Two tasks of each write one variable.
//@ twin: region-of-ended-thread-waited.c
#include <pthread.h>
#include <stdio.h>

int x, y;

static void *work(void *unused) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x++; //~ race r1 write
#pragma omp task
        x++; //~ race r1 write
#pragma omp task
        y++;
    }
    return unused;
}

// Whether its own accesses come before OpenMP starts is a matter of chance: they are not to be counted.
__attribute__((noinline, no_sanitize("thread"))) static int run_on_a_thread(void) {
    pthread_t thread;
    int status = pthread_create(&thread, NULL, work, NULL);
    return status != 0 ? status : pthread_join(thread, NULL);
}

int main(void) {
    for (int i = 0; i < 3; i++)
        if (run_on_a_thread() != 0)
            return 1;
    printf("%d %d\n", x, y);
    return 0;
}
