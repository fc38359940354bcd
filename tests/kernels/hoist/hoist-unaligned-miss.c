// Numbers of eight bytes that begin at four: another task writes the four bytes before and behind.
//@ twin: hoist-unaligned-hit.c
#include <stdio.h>

volatile int size = 20;
struct __attribute__((packed)) {
    int head;
    long numbers[30];
} block;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                block.numbers[i] = i;
        }
#pragma omp task
        {
            int n = size;
            block.head = 1;
            *(char *)&block.numbers[n] = 1;
        }
    }
    printf("%ld\n", block.numbers[3]);
    return 0;
}
