// A loop gathers every third structure of 16 bytes; another task writes a field between the last two.
//@ twin: copy-gather-hit.c
#include <stdio.h>

volatile int size = 10;
struct item {
    double re, im;
} items[30], gathered[10];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                gathered[i] = items[3 * i];
        }
#pragma omp task
        {
            int n = size;
            items[3 * (n - 1) - 1].im = 1;
        }
    }
    printf("%f\n", gathered[3].re);
    return 0;
}
