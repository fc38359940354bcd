// Each element has a lock; a thread holds that of one element and writes the next as well.
//@ twin: locks-per-element.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int cell[5];
omp_lock_t lock[4];

int main(void) {
    for (int i = 0; i < 4; i++)
        omp_init_lock(&lock[i]);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        omp_set_lock(&lock[me]);
        cell[me] = 1;     //~ race r1 write
        cell[me + 1] = 2; //~ race r1 write
        omp_unset_lock(&lock[me]);
    }
    for (int i = 0; i < 4; i++)
        omp_destroy_lock(&lock[i]);
    printf("%d\n", cell[0]);
    return 0;
}
