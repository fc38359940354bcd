// The children of a final task are included: each runs to its end where it is created.
//@ twin: gcc-final-false.c
//@ compiler: gcc
#include <stdio.h>
#include <stdlib.h>

int x;

int main(void) {
    int last = atoi("1");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(last)
        {
#pragma omp task
            x = 1;
#pragma omp task
            x = 2;
        }
    }
    printf("x = %d\n", x);
    return 0;
}
