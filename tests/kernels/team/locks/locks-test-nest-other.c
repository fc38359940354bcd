// A nestable lock of each thread's own is tried, always with success.
//@ twin: locks-test-nest.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_nest_lock_t lock[4];

int main(void) {
    for (int i = 0; i < 4; i++)
        omp_init_nest_lock(&lock[i]);
#pragma omp parallel num_threads(4)
    {
        omp_nest_lock_t *mine = &lock[omp_get_thread_num()];
        if (omp_test_nest_lock(mine) == 1) {
            count += 1; //~ race r1 write, race r1 write
            omp_unset_nest_lock(mine);
        }
    }
    for (int i = 0; i < 4; i++)
        omp_destroy_nest_lock(&lock[i]);
    printf("%d\n", count);
    return 0;
}
