// Two single regions with a barrier between may be run by two threads, one after the other.
//@ twin: singles-two-nowait.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp single
        setting = 1;
#pragma omp single nowait
        setting = 2;
    }
    printf("%d\n", setting);
    return setting != 2;
}
