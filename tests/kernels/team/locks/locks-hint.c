// A lock made with a hint is taken by writers and reader.
//@ twin: locks-hint-one-side.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock;

int main(void) {
    omp_init_lock_with_hint(&lock, omp_sync_hint_uncontended);
#pragma omp parallel num_threads(4)
    {
        omp_set_lock(&lock);
        if (omp_get_thread_num() == 0) {
            if (count < 0)
                puts("wrong");
        } else {
            count += 1;
        }
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("%d\n", count);
    return count != 3;
}
