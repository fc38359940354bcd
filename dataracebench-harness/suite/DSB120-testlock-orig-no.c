/*
Whoever does not get the lock at once tries again until it does.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int turns = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        while (!omp_test_lock(&lock)) {
        }
        turns++;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("%d\n", turns);
    return turns != 4;
}
