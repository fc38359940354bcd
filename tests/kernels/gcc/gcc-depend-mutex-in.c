// Tasks with in on one variable are unordered, and both write.
//@ twin: gcc-depend-mutex.c
//@ compiler: gcc
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(in : x)
        x = 1; //~ race r1 write
#pragma omp task depend(in : x)
        x = 2; //~ race r1 write
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
