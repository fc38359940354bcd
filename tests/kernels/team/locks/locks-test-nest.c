// One nestable lock is tried until it is got, and once more when it is held.
//@ twin: locks-test-nest-other.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;
omp_nest_lock_t lock;

int main(void) {
    omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        while (omp_test_nest_lock(&lock) == 0) {
        }
        if (omp_test_nest_lock(&lock) == 2)
            omp_unset_nest_lock(&lock);
        count += 1;
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    printf("%d\n", count);
    return count != 4;
}
