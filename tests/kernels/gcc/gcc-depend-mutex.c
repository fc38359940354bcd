// Tasks with mutexinoutset on one variable come one after the other, in whichever order.
//@ twin: gcc-depend-mutex-in.c
//@ compiler: gcc
//@ guarantee: this lock order only
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        x = 1;
#pragma omp task depend(mutexinoutset : x)
        x = 2;
    }
    printf("x > 0: %d\n", x > 0);
    return 0;
}
