// A chain over an array whose clauses are off by one: each task waits for the writer of its own element, not of the
// one before it.
//@ twin: depend-chain.c
#include <stdio.h>

int a[12];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 12; i++) {
#pragma omp task depend(in : a[i]) depend(out : a[i])
        a[i] = a[i - 1] + 1; //~ race r1 write, race r1 read
    }
    printf("a[11] = %d\n", a[11]);
    return 0;
}
