// A nestable lock is held until it has been given back as often as it was taken.
//@ twin: lock-unset-too-early.c
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int total, seen;

int main(void) {
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            omp_set_nest_lock(&lock);
            total += 1;
            omp_unset_nest_lock(&lock);
        }
#pragma omp task
        {
            omp_set_nest_lock(&lock);
            omp_set_nest_lock(&lock);
            total += 2;
            omp_unset_nest_lock(&lock);
            seen = total;
            omp_unset_nest_lock(&lock);
        }
    }
    omp_destroy_nest_lock(&lock);
    printf("%d %d\n", total, seen);
    return 0;
}
