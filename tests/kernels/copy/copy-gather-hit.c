// A loop gathers every third structure of 16 bytes; another task writes a field of the last one that is taken.
//@ twin: copy-gather-miss.c
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
                gathered[i] = items[3 * i]; //~ race r1 read
        }
#pragma omp task
        {
            int n = size;
            items[3 * (n - 1)].im = 1; //~ race r1 write
        }
    }
    printf("%f\n", gathered[3].re);
    return 0;
}
