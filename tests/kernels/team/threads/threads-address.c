// One thread publishes the address of its threadprivate variable, and another writes there.
//@ twin: threads-address-barrier.c
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
        if (omp_get_thread_num() == 1)
            scratch = 1; //~ race r1 write
        else
            *passed = 2; //~ race r1 write
    }
    printf("%d\n", scratch);
    return 0;
}
