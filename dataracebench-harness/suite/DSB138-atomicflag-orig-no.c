/*
The flag is released with an atomic store and acquired with an atomic load; the data is read after
the flag was seen.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int data = 0, seen = 0, ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 42;
#pragma omp atomic write release
            ready = 1;
        } else if (omp_get_num_threads() == 2) {
            int there = 0;
            while (!there) {
#pragma omp atomic read acquire
                there = ready;
            }
            seen = data;
        }
    }
    printf("%d\n", seen);
    return 0;
}
