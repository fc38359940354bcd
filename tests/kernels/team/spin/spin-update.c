// Threads wait by read-modify-writes for what others write: each sees the same value again and again.
//@ twin: spin-update-late.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

int data;
atomic_int exchanged, added, chosen;
atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void) {
    atomic_flag_test_and_set(&lock);
#pragma omp parallel num_threads(4)
    {
        int expected = 1;
        switch (omp_get_thread_num()) {
        case 0:
            data = 1;
            atomic_flag_clear(&lock);
            break;
        case 1:
            while (atomic_flag_test_and_set(&lock))
                ;
            data = 2;
            atomic_store(&exchanged, 1);
            break;
        case 2:
            while (!atomic_compare_exchange_strong(&exchanged, &expected, 2))
                expected = 1;
            data = 3;
            atomic_fetch_add(&added, 1);
            break;
        case 3:
            while (atomic_fetch_add(&added, 0) == 0)
                ;
            data = 4;
        }
    }
    printf("%d\n", data);
    return 0;
}
