// A taskwait with a depend clause waits for no other task than those that name its variable.
//@ twin: gcc-taskwait-depend.c
//@ compiler: gcc
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
#pragma omp task depend(out : y)
        y = 1;
#pragma omp taskwait depend(in : y)
        printf("x = %d\n", x); //~ race r1 read
    }
    return 0;
}
