// Each element has a lock, and every thread takes it before it writes there.
//@ twin: locks-per-element-neighbour.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int cell[4];
omp_lock_t lock[4];

int main(void) {
    for (int i = 0; i < 4; i++)
        omp_init_lock(&lock[i]);
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 4; i++) {
        omp_set_lock(&lock[i]);
        cell[i] += 1;
        omp_unset_lock(&lock[i]);
    }
    for (int i = 0; i < 4; i++)
        omp_destroy_lock(&lock[i]);
    printf("%d\n", cell[0]);
    return cell[3] != 4;
}
