// A lock made with a hint is taken by the writers, and not by the reader.
//@ twin: locks-hint.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t lock;

int main(void) {
    omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0) {
            if (count < 0) //~ race r1 read
                puts("wrong");
        } else {
            omp_set_lock(&lock);
            count += 1; //~ race r1 write
            omp_unset_lock(&lock);
        }
    }
    omp_destroy_lock(&lock);
    printf("%d\n", count);
    return 0;
}
