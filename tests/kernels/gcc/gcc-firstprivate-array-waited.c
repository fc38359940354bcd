// A task gets a copy of an array when it is created, after the task that writes the array has ended.
//@ twin: gcc-firstprivate-array.c
//@ compiler: gcc
#include <stdio.h>

long values[9], last;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        values[8] = 1;
#pragma omp taskwait
#pragma omp task firstprivate(values)
        last = values[8];
    }
    printf("%ld\n", last);
    return 0;
}
