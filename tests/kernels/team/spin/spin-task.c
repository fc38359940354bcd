// A task sets an atomic flag that another task waits for.
//@ twin: spin-task-too-early.c
//@ options: team=4
//@ guarantee: this lock order only
#include <stdio.h>

int flag;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic write release
            flag = 1;
        }
#pragma omp task
        {
            int seen = 0;
            while (seen == 0) {
#pragma omp atomic read acquire
                seen = flag;
#pragma omp taskyield
            }
        }
    }
    return 0;
}
