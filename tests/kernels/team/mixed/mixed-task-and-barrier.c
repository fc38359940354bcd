// One thread creates a task, and behind a barrier, which waits for tasks too, the other thread reads what it wrote.
//@ twin: mixed-task-and-thread.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp task
            value = 1;
        }
#pragma omp barrier
        if (omp_get_thread_num() == 1 && value != 1)
            puts("wrong");
    }
    return 0;
}
