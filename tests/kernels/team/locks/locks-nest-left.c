// A nestable lock is taken twice and given back twice, then the counter is changed once more.
//@ twin: locks-nest-held.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_nest_lock_t lock;

int main(void) {
    omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
    {
        omp_set_nest_lock(&lock);
        omp_set_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
        count += 1; //~ race r1 write, race r1 write
    }
    omp_destroy_nest_lock(&lock);
    printf("%d\n", count);
    return 0;
}
