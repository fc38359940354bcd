// A thread waits for a flag with flushes and without atomic accesses.
//@ twin: spin-flush.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

volatile int flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
            flag = 1; //~ race r1 write
#pragma omp flush
        } else {
            while (flag == 0) { //~ race r1 read
#pragma omp flush
            }
        }
    }
    printf("%d\n", flag);
    return 0;
}
