// A stride that is known when the program runs, and negative: one task goes down from the middle, another writes the elements beside its own and everything behind the middle.
//@ twin: hoist-stride-negative-hit.c
#include <stdio.h>

volatile int stride = -2, count = 20;
int numbers[200];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long step = stride;
            int n = count;
            // 100, 98, ..., 62.
            for (int i = 0; i < n; i++)
                numbers[100 + i * step] = i;
        }
#pragma omp task
        {
            for (int i = 101; i < 200; i++)
                numbers[i] = i;
            numbers[99] = 1;
            numbers[63] = 1;
            numbers[60] = 1;
        }
    }
    printf("%d\n", numbers[64]);
    return 0;
}
