// One task writes vectors of 32 bytes, another the bytes before and behind them.
//@ twin: hoist-wide-hit.c
#include <stdio.h>

typedef int wide __attribute__((vector_size(32)));

volatile int size = 10;
wide vectors[20], one;
int numbers[8 * 22];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < n; i++)
                vectors[i] = one + i;
            *(wide *)(numbers + 8 * n) = one;
        }
#pragma omp task
        {
            int n = size, *ints = (int *)vectors;
            ints[7] = 1;
            ints[8 * n] = 1;
            numbers[8 * n - 1] = 1;
            numbers[8 * n + 8] = 1;
        }
    }
    printf("%d\n", vectors[3][1] + numbers[1]);
    return 0;
}
