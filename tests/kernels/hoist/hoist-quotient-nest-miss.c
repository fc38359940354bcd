// Butterflies at distances that are halved from pass to pass. Another task reads elements that none of them writes.
//@ twin: hoist-quotient-nest-hit.c
#include <stdio.h>

volatile unsigned long size = 64;
int numbers[128], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned long n = size;
            for (unsigned long blocks = 2; blocks <= 16; blocks *= 2)
                for (unsigned long i = 0; i < blocks; i++)
                    // The first two of each block.
                    for (unsigned long j = 0; j < 2; j++)
                        numbers[i * (n / blocks) + j] = 1;
        }
#pragma omp task
        {
            int total = 0;
            for (unsigned i = 2; i < 64; i += 4)
                total += numbers[i] + numbers[i + 1];
            total += numbers[64];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
