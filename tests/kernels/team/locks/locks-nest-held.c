// A nestable lock that was taken twice and given back once is still held.
//@ twin: locks-nest-left.c
//@ options: team=4
//@ guarantee: this lock order only
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
        count += 1;
        omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
    printf("%d\n", count);
    return count != 2;
}
