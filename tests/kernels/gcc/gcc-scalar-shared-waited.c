// Task and creator write one local scalar of the creator, which waits.
//@ twin: gcc-scalar-shared.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
#pragma omp task shared(value)
        value = 3;
#pragma omp taskwait
        value = 4;
        printf("value > 0: %d\n", value > 0);
    }
    return 0;
}
