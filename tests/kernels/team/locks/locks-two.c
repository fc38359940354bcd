// Each thread takes a lock, but not the same one.
//@ twin: locks-one.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock[2];

int main(void) {
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
#pragma omp parallel num_threads(2)
    {
        omp_lock_t *mine = &lock[omp_get_thread_num()];
        omp_set_lock(mine);
        count += 1; //~ race r1 write, race r1 write
        omp_unset_lock(mine);
    }
    omp_destroy_lock(&lock[0]);
    omp_destroy_lock(&lock[1]);
    printf("%d\n", count);
    return 0;
}
