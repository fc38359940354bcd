// A stride that is zero when the program runs: one task writes one element over and over, another the elements beside it.
//@ twin: hoist-stride-zero-hit.c
#include <stdio.h>

volatile int stride = 0, count = 20;
int numbers[200];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long step = stride;
            int n = count;
            for (int i = 0; i < n; i++)
                numbers[100 + i * step] = i;
        }
#pragma omp task
        {
            numbers[99] = 1;
            numbers[101] = 1;
        }
    }
    printf("%d\n", numbers[100]);
    return 0;
}
