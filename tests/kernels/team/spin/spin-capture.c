// A task waits by an atomic capture for what another task writes, which only a thread at the barrier can run.
//@ twin: spin-capture-late.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        {
            data = 1;
#pragma omp atomic write release
            flag = 1;
        }
#pragma omp task
        {
            int seen = 0;
            while (seen == 0) {
#pragma omp atomic capture acq_rel
                {
                    seen = flag;
                    flag |= 0;
                }
            }
            data = 2;
        }
    }
    printf("%d\n", data);
    return 0;
}
