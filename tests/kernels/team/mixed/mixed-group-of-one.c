// A taskgroup of one thread does not wait for the tasks of another.
//@ twin: mixed-group-descendants.c
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
        } else {
#pragma omp taskgroup
            {
#pragma omp task
                {
                }
            }
            if (value < 0) //~ race r1 read
                puts("wrong");
        }
    }
    return 0;
}
