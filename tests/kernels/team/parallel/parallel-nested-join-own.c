// The end of an inner region waits for the inner team, whose results the outer thread may read.
//@ twin: parallel-nested-join.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int result[2];

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1)
            result[me] = 1;
        if (result[me] < 0)
            puts("wrong");
    }
    return 0;
}
