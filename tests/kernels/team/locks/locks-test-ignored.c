// Whoever does not get the lock goes on without it. One thread holds the lock until all have tried.
//@ twin: locks-test-spin.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock;

int main(void) {
    omp_init_lock(&lock);
    omp_set_lock(&lock);
#pragma omp parallel
    {
        if (!omp_test_lock(&lock))
            count += 1; //~ race r1 write, race r1 write
    }
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    printf("%d\n", count);
    return 0;
}
