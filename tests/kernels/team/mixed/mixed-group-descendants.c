// A taskgroup waits for the tasks of the thread and for their descendants.
//@ twin: mixed-group-of-one.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                value[me] = 1;
            }
        }
        if (value[me] != 1)
            puts("wrong");
    }
    return 0;
}
