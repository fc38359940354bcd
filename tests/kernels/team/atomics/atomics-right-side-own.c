// The update is atomic, and what is added belongs to the thread.
//@ twin: atomics-right-side.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int step = omp_get_thread_num() + 1;
#pragma omp atomic
        count += step;
    }
    printf("%d\n", count);
    return count != 3;
}
