/*
Both sections take the same lock.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int balance = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            omp_set_lock(&lock);
            balance += 10;
            omp_unset_lock(&lock);
        }
#pragma omp section
        {
            omp_set_lock(&lock);
            balance -= 5;
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("%d\n", balance);
    return balance != 5;
}
