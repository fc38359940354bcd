// Numbers of eight bytes that begin at four: the task that writes the four bytes behind writes the last of them, too.
//@ twin: hoist-unaligned-miss.c
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
                block.numbers[i] = i; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
            block.head = 1;
            *((char *)&block.numbers[n] - 1) = 1; //~ race r1 write
        }
    }
    printf("%ld\n", block.numbers[3]);
    return 0;
}
