// A chain over an array: each task waits for the writer of the element before its own.
//@ twin: depend-chain-offset.c
#include <stdio.h>

int a[12];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 12; i++) {
#pragma omp task depend(in : a[i - 1]) depend(out : a[i])
        a[i] = a[i - 1] + 1;
    }
    printf("a[11] = %d\n", a[11]);
    return 0;
}
