// A table is filled by the first task that needs it, through pthread_once. The others wait until it is there.
//@ twin: lock-once-bypassed.c
//@ guarantee: this lock order only
#include <pthread.h>
#include <stdio.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int squares[4], out[8];

static void fill(void) {
    for (int i = 0; i < 4; i++)
        squares[i] = i * i;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        {
            pthread_once(&control, fill);
            out[i] = squares[i % 4];
        }
    }
    printf("%d\n", out[7]);
    return 0;
}
