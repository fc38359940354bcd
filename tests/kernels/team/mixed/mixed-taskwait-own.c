// A taskwait waits for the tasks of the thread that is in it, which then reads what they wrote.
//@ twin: mixed-taskwait-other-thread.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
#pragma omp task
        value[me] = 1;
#pragma omp taskwait
        if (value[me] != 1)
            puts("wrong");
    }
    return 0;
}
