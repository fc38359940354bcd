/*
Two locks where one is needed: each thread takes the lock of its parity.
Data race pair: balance@18:9:W vs. balance@18:9:W
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int balance = 0;
    omp_lock_t lock[2];
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
#pragma omp parallel num_threads(4)
    {
        omp_lock_t *mine = &lock[omp_get_thread_num() % 2];
        omp_set_lock(mine);
        balance++;
        omp_unset_lock(mine);
    }
    omp_destroy_lock(&lock[0]);
    omp_destroy_lock(&lock[1]);
    printf("%d\n", balance);
    return 0;
}
