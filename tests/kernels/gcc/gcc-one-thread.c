// A region that has one thread by the program's own wish runs its tasks one after the other.
//@ twin: gcc-two-threads.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        x = 2;
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
