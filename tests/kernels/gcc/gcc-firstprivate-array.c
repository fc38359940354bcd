// A task gets a copy of an array when it is created, which reads the array. Another task writes its last element.
//@ twin: gcc-firstprivate-array-waited.c
//@ compiler: gcc
#include <stdio.h>

long values[9], last;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        values[8] = 1; //~ race r1 write
#pragma omp task firstprivate(values) //~ race r1 read
        last = values[8];
    }
    printf("%ld\n", last);
    return 0;
}
