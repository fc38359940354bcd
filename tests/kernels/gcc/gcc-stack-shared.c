// Both tasks write an element of the caller's array.
//@ twin: gcc-stack-reuse.c
//@ compiler: gcc
#include <stdio.h>

__attribute__((noinline)) static void fill(int *result, int value) {
    int scratch[16];
    for (int i = 0; i < 16; i++) {
        scratch[i] = value + i;
    }
    *result = scratch[value]; //~ race r1 write, race r1 write
}

int main(void) {
    int result[4] = {0};
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 4; i++) {
#pragma omp task shared(result) firstprivate(i)
            fill(&result[0], i);
        }
    }
    printf("result[0] >= 0: %d\n", result[0] >= 0);
    return 0;
}
