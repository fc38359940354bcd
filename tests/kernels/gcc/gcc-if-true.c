// A condition that is true leaves the task deferred: its creator goes on beside it.
//@ twin: gcc-if-false.c
//@ compiler: gcc
#include <stdlib.h>
#include <stdio.h>

int x;

int main(void) {
    int wanted = atoi("1");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (wanted)
        x = 1; //~ race r1 write
        x = 2; //~ race r1 write
    }
    printf("x = %d\n", x);
    return 0;
}
