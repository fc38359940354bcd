// Task and creator write one local scalar of the creator, which does not wait.
//@ twin: gcc-scalar-shared-waited.c
//@ compiler: gcc
#include <stdio.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
#pragma omp task shared(value)
        value = 3; //~ race r1 write
        value = 4; //~ race r1 write
#pragma omp taskwait
        printf("value > 0: %d\n", value > 0);
    }
    return 0;
}
