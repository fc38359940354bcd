// At the end of a region, a waiting thread is given a turn to run a task, and another thread runs the task first:
// the barrier opens while the turn is still to come. Two tasks are not.
//@ twin: barrier-turn-lost.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
#pragma omp masked
    {
#pragma omp taskgroup
        {
#pragma omp taskloop grainsize(1)
            for (int i = 0; i < 2; i++)
                ;
        }
#pragma omp task
        value = 1; //~ race r1 write
#pragma omp task
        value = 2; //~ race r1 write
    }
#pragma omp parallel
#pragma omp single
    value++;
    printf("%d\n", value);
    return 0;
}
