// Threads wait by read-modify-writes for what others write. One writes the data after it has told.
//@ twin: spin-update.c
//@ options: team=4
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

int data;
atomic_int exchanged, added;
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
            atomic_fetch_add(&added, 1);
            data = 3; //~ race r1 write
            break;
        case 3:
            while (atomic_fetch_add(&added, 0) == 0)
                ;
            data = 4; //~ race r1 write
        }
    }
    printf("%d\n", data);
    return 0;
}
