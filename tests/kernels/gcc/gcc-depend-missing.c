// The writer of y names y in its clause, the task that reads it names only x: gcc's list of addresses has out and in items apart.
//@ twin: gcc-depend-chain.c
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
        y = x + 1; //~ race r1 write
#pragma omp task depend(in : x) depend(out : z)
        z = x + y; //~ race r1 read
    }
    printf("z = %d\n", z);
    return 0;
}
