// One task has the bytes of odd numbers, another those of even numbers.
//@ twin: hoist-bytes-odd-hit.c
#include <stdio.h>

volatile int size = 99;
unsigned char bytes[101];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < n; i += 2)
                bytes[i] = 1;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i += 2)
                bytes[i] = 2;
            bytes[n] = 2;
        }
    }
    printf("%d\n", bytes[3]);
    return 0;
}
