// Both tasks take the same lock.
//@ twin: lock-two-locks.c
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int total;

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            omp_set_lock(&lock);
            total += 1;
            omp_unset_lock(&lock);
        }
#pragma omp task
        {
            omp_set_lock(&lock);
            total += 2;
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("total = %d\n", total);
    return 0;
}
