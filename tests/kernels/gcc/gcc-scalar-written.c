// The task writes a local scalar of its creator, which waits before it reads.
//@ twin: gcc-scalar-read-only.c
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
        value = value + 1;
        printf("value = %d\n", value);
    }
    return 0;
}
