// One thread fills in data and raises a flag in a critical section, another waits until it finds the flag raised. Critical sections in conflict stay in their
// order with locks=dc.
//@ twin: locks-flag-too-early.c
//@ options: team=4:locks=dc
//@ guarantee: this lock order only, with its critical sections in the order they had (locks=dc)
#include <omp.h>
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1;
#pragma omp critical
            flag = 1;
        } else {
            int raised = 0;
            while (!raised) {
#pragma omp critical
                raised = flag;
            }
            printf("%d\n", data);
        }
    }
    return 0;
}
