// A task tries to take the lock and goes on whether or not it got it.
//@ twin: lock-test-taken.c
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
            total += 1; //~ race r1 write
            omp_unset_lock(&lock);
        }
#pragma omp task
        {
            if (omp_test_lock(&lock))
                omp_unset_lock(&lock);
            total += 2; //~ race r1 write
        }
    }
    omp_destroy_lock(&lock);
    printf("total = %d\n", total);
    return 0;
}
