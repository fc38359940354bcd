// One thread raises a flag in a critical section before it fills in data, another waits until it finds the flag raised.
//@ twin: locks-flag-handed-over.c
//@ options: team=4:locks=dc
#include <omp.h>
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp critical
            flag = 1;
            data = 1; //~ race r1 write
        } else {
            int raised = 0;
            while (!raised) {
#pragma omp critical
                raised = flag;
            }
            printf("%d\n", data); //~ race r1 read
        }
    }
    return 0;
}
