// One thread adds atomically, the other stores atomically.
//@ twin: atomics-plain-write.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            count += 1;
        } else {
#pragma omp atomic write
            count = 5;
        }
    }
    printf("%d\n", count);
    return 0;
}
