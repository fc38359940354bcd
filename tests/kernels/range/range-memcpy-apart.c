// The block that is copied ends right before the element that the other task writes.
//@ twin: range-memcpy-overlap.c
#include <stdio.h>
#include <string.h>

int source[64], target[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memcpy(target, source, 32 * sizeof(int));
#pragma omp task
        source[32] = 1;
    }
    printf("target[31] = %d\n", target[31]);
    return 0;
}
