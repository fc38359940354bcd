// The lock is given back before the last store.
//@ twin: locks-unset-behind.c
//@ options: team=4
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
        omp_unset_lock(&lock);
        last = 1; //~ race r1 write, race r1 write
    }
    omp_destroy_lock(&lock);
    printf("%d %d\n", count, last);
    return 0;
}
