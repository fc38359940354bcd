// Two tasks write the last four bytes of a vector of 32 bytes.
//@ twin: hoist-wide-miss.c
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
                vectors[i] = one + i; //~ race r1 write
            *(wide *)(numbers + 8 * n) = one; //~ race r2 write
        }
#pragma omp task
        {
            int n = size, *ints = (int *)vectors;
            ints[7] = 1;
            ints[8 * n - 1] = 1; //~ race r1 write
            numbers[8 * n - 1] = 1;
            numbers[8 * n + 7] = 1; //~ race r2 write
        }
    }
    printf("%d\n", vectors[3][1] + numbers[1]);
    return 0;
}
