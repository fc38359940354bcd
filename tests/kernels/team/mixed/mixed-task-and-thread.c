// One thread creates a task, and all threads read what it writes, without a barrier.
//@ twin: mixed-task-and-barrier.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp task
            value = 1; //~ race r1 write
        } else if (value < 0) { //~ race r1 read
            puts("wrong");
        }
    }
    return 0;
}
