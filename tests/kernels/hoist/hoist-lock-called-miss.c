// Two tasks count under a lock that functions take and give back.
//@ twin: hoist-lock-called-hit.c
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

volatile int size = 20;
int numbers[20];
omp_lock_t lock;

__attribute__((noinline)) static void take(void) { omp_set_lock(&lock); }
__attribute__((noinline)) static void give(void) { omp_unset_lock(&lock); }

static void count(void) {
    int n = size;
    for (int i = 0; i < n; i++) {
        take();
        numbers[i]++;
        give();
    }
}

int main(void) {
    omp_init_lock(&lock);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        count();
#pragma omp task
        count();
    }
    omp_destroy_lock(&lock);
    printf("%d\n", numbers[3]);
    return 0;
}
