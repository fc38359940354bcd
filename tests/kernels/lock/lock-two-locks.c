// Each task takes a lock, but not the same one.
//@ twin: lock-one-lock.c
#include <omp.h>
#include <stdio.h>

int total;

int main(void) {
    omp_lock_t first, second;
    omp_init_lock(&first);
    omp_init_lock(&second);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            omp_set_lock(&first);
            total += 1; //~ race r1 write
            omp_unset_lock(&first);
        }
#pragma omp task
        {
            omp_set_lock(&second);
            total += 2; //~ race r1 write
            omp_unset_lock(&second);
        }
    }
    omp_destroy_lock(&first);
    omp_destroy_lock(&second);
    printf("total = %d\n", total);
    return 0;
}
