// One thread publishes the address of its threadprivate variable; its own writing is behind a barrier.
//@ twin: threads-address.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int scratch, *passed;
#pragma omp threadprivate(scratch)

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1)
            passed = &scratch;
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            *passed = 2;
#pragma omp barrier
        if (omp_get_thread_num() == 1)
            scratch = 1;
    }
    printf("%d\n", scratch);
    return 0;
}
