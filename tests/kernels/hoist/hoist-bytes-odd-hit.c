// One task has the bytes of odd numbers, another those of even numbers and the last odd one.
//@ twin: hoist-bytes-odd-miss.c
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
                bytes[i] = 1; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i += 2)
                bytes[i] = 2;
            bytes[n - 2] = 2; //~ race r1 write
        }
    }
    printf("%d\n", bytes[3]);
    return 0;
}
