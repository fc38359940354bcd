// One thread publishes the address of its local variable, and writes it while another reads.
//@ twin: parallel-stack-read.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int *passed;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int local = 0;
        if (omp_get_thread_num() == 0)
            passed = &local;
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            local = 1; //~ race r1 write
        else if (*passed > 1) //~ race r1 read
            printf("late\n");
#pragma omp barrier
    }
    return 0;
}
