// A taskwait waits for the tasks of the thread that is in it, not for those of its neighbour.
//@ twin: mixed-taskwait-own.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value[2];

int main(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
#pragma omp task
        value[me] = 1; //~ race r1 write
#pragma omp taskwait
        if (value[1 - me] < 0) //~ race r1 read
            puts("wrong");
    }
    return 0;
}
