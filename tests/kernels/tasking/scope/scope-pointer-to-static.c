// The array that the pointer leads to does not end with the function.
//@ twin: scope-pointer.c
#include <stdio.h>

int out;

static __attribute__((noinline)) int sum(const int *values) {
    return values[0] + values[3];
}

static __attribute__((noinline)) void start(void) {
    static int values[4] = {1, 2, 3, 4};
    int *pointer = values;
#pragma omp task firstprivate(pointer)
    out = sum(pointer);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start();
    printf("%d\n", out);
    return 0;
}
