// Each thread takes the same lock.
//@ twin: locks-two.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock[2];

int main(void) {
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
#pragma omp parallel num_threads(2)
    {
        omp_lock_t *mine = &lock[0];
        omp_set_lock(mine);
        count += 1;
        omp_unset_lock(mine);
    }
    omp_destroy_lock(&lock[0]);
    omp_destroy_lock(&lock[1]);
    printf("%d\n", count);
    return count != 2;
}
