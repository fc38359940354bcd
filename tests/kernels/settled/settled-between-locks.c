// Tasks that work on shared cells now with a lock and now without. The cells are written without it by one task at a time, but for
// the last: it does not wait for one that holds the lock.
//@ twin: settled-after-locks.c
#include <omp.h>
#include <stdio.h>

static int cells[8], copies[8];

static void with_lock(omp_lock_t *lock, int by) {
    omp_set_lock(lock);
    for (int i = 0; i < 8; i++)
        cells[i] += by; //~ race r1 write
    omp_unset_lock(lock);
}

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
#pragma omp single
    {
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 8; i++)
                cells[i] = round;
            for (int task = 0; task < 4; task++) {
#pragma omp task firstprivate(task)
                with_lock(&lock, task);
            }
#pragma omp taskwait
            for (int i = 0; i < 8; i++)
                copies[i] += cells[i];
        }
#pragma omp task
        with_lock(&lock, 1);
        for (int i = 0; i < 8; i++)
            cells[i] = 1; //~ race r1 write
#pragma omp taskwait
    }
    omp_destroy_lock(&lock);
    printf("%d %d\n", cells[0], copies[0]);
    return 0;
}
