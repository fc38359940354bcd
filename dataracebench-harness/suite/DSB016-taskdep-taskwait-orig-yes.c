/*
A taskwait with a depend clause waits for the producer of a alone. The task that changes b is not
among those it names.
Data race pair: b@14:5:W vs. b@17:24:R
*/

#include <stdio.h>

static void work(void) {
    int a = 0, b = 0;
#pragma omp task shared(a) depend(inout : a)
    a += 3;
#pragma omp task shared(b)
    b += 5;
#pragma omp taskwait depend(in : a)
    printf("a = %d\n", a);
    printf("b = %d\n", b);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    work();
    return 0;
}
