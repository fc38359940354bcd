// One thread publishes the address of its local variable, which nobody writes any more.
//@ twin: parallel-stack-passed.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int *passed;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int local = 1;
        if (omp_get_thread_num() == 0)
            passed = &local;
#pragma omp barrier
        if (*passed > 1)
            printf("late\n");
#pragma omp barrier
    }
    return 0;
}
