// A region with two threads may run the tasks at the same time.
//@ twin: gcc-one-thread.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
#pragma omp task
        x = 2; //~ race r1 write
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
