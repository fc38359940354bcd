// The second task uses the variable once more after it has given the lock back.
//@ twin: lock-nested.c
#include <omp.h>
#include <stdio.h>

int total, seen;

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
            omp_set_lock(&lock);
            total += 2;
            omp_unset_lock(&lock);
            seen = total; //~ race r1 read
        }
    }
    omp_destroy_lock(&lock);
    printf("%d %d\n", total, seen);
    return 0;
}
