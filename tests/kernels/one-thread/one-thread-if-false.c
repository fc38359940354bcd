// The region is run by one thread because its condition does not hold.
//@ twin: one-thread-if-true.c
//@ args: 0
#include <stdio.h>
#include <stdlib.h>

int last;

int main(int argc, char **argv) {
    int is_parallel = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel if (is_parallel)
#pragma omp single
    {
#pragma omp task
        last = 1;
#pragma omp task
        last = 2;
    }
    printf("last = %d\n", last);
    return 0;
}
