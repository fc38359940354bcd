// A task tries to take the lock until it has it.
//@ twin: lock-test-not-taken.c
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
            while (!omp_test_lock(&lock))
                ;
            total += 2;
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("total = %d\n", total);
    return 0;
}
