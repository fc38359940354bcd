// An older task writes a variable of the younger frame. An atomic variable tells it where that is.
//@ twin: scope-frame-taken-atomic.c
//@ options: team=4
//@ guarantee: partial: accesses at scope-frame-taken-told.c:21 may have been to variables of functions that had returned
#include <stdio.h>

int out;
int *pointer;

static __attribute__((noinline)) void start(void) {
    volatile int room[40] = {0};
    room[2] = 1;
#pragma omp task
    {
        int *mine = 0;
        while (mine == 0) {
#pragma omp atomic read seq_cst
            mine = pointer;
#pragma omp taskyield
        }
        *mine = 1;
    }
}

static __attribute__((noinline)) void younger(int number) {
    int values[64];
#pragma omp atomic write seq_cst
    pointer = values + 60;
#pragma omp taskwait
    out = values[60] + number;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        start();
        younger(3);
    }
    printf("%d\n", out);
    return 0;
}
