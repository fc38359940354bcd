// Whoever does not get the lock tries until it does.
//@ twin: locks-test-ignored.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock;

int main(void) {
    omp_init_lock(&lock);
#pragma omp parallel
    {
        while (!omp_test_lock(&lock)) {
        }
        count += 1;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("%d\n", count);
    return 0;
}
