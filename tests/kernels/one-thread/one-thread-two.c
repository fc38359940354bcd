// Two threads are asked for: the tasks may run at the same time.
//@ twin: one-thread-clause.c
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        last = 1; //~ race r1 write
#pragma omp task
        last = 2; //~ race r1 write
    }
    printf("last = %d\n", last);
    return 0;
}
