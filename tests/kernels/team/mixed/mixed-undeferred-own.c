// Every thread runs undeferred tasks, one after the other, on a place of its own.
//@ twin: mixed-undeferred.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value[64];

int main(void) {
#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp task if (0)
        value[me] += 1;
#pragma omp task if (0)
        value[me] += 1;
        value[me] += 1;
    }
    printf("%d\n", value[0]);
    return value[0] != 3;
}
