// The frames of two calls lie at the same place, one after the other: their variables are not the same.
//@ twin: gcc-stack-shared.c
//@ compiler: gcc
#include <stdio.h>

__attribute__((noinline)) static void fill(int *result, int value) {
    int scratch[16];
    for (int i = 0; i < 16; i++) {
        scratch[i] = value + i;
    }
    *result = scratch[value];
}

int main(void) {
    int result[4] = {0};
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task shared(result) firstprivate(i)
            fill(&result[i], i);
        }
    }
    printf("result[0] >= 0: %d\n", result[0] >= 0);
    return 0;
}
