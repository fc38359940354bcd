// A region inside a `single`, and then a task with a region of its own, whose threads share nothing.
// Threads that wait at the barrier must be let go even if they were to run the task.
//@ options: team=4
//@ twin: parallel-before-task.c
#include <omp.h>
#include <stdio.h>

int x, own[2];

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
    {
#pragma omp parallel num_threads(2)
        own[omp_get_thread_num()]++;
#pragma omp task
#pragma omp parallel num_threads(2)
        own[omp_get_thread_num()]++;
    }
    printf("%d %d\n", x, own[0]);
    return 0;
}
