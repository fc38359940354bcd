// An undeferred task takes part in mutual exclusion as any other. What its creator does next does not.
//@ twin: mutexset-undeferred-other.c
//@ guarantee: this lock order only
#include <stdio.h>

int x, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        total += 1;
#pragma omp task if (0) depend(mutexinoutset : x)
        total += 2;
#pragma omp task depend(mutexinoutset : x)
        total += 4;
    }
    printf("%d %d\n", x, total);
    return 0;
}
