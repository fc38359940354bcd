// Every task names what it reads and what it writes.
//@ twin: gcc-depend-missing.c
//@ compiler: gcc
#include <stdio.h>

int x, y, z;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x) depend(out : y)
        y = x + 1;
#pragma omp task depend(in : x, y) depend(out : z)
        z = x + y;
    }
    printf("z = %d\n", z);
    return 0;
}
