// The region is parallel because its condition holds.
//@ twin: one-thread-if-false.c
//@ args: 1
#include <stdio.h>
#include <stdlib.h>

int last;

int main(int argc, char **argv) {
    int is_parallel = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel if (is_parallel)
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
