// The lock is given back behind the last store.
//@ twin: locks-unset-too-early.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count, last;
omp_lock_t lock;

int main(void) {
    omp_init_lock(&lock);
#pragma omp parallel
    {
        omp_set_lock(&lock);
        count += 1;
        last = 1;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("%d %d\n", count, last);
    return 0;
}
