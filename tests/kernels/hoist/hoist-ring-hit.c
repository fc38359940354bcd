// A ring of 256 elements, whose number is a byte: one task writes beyond its end into its beginning, where another writes.
//@ twin: hoist-ring-miss.c
#include <stdio.h>

volatile int begin = 240, size = 30;
int ring[300];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned char place = (unsigned char)begin;
            int n = size;
            for (int i = 0; i < n; i++)
                ring[place++] = i; //~ race r1 write
        }
#pragma omp task
        {
            ring[256] = 1;
            ring[269] = 1;
            ring[13] = 1; //~ race r1 write
        }
    }
    printf("%d\n", ring[3]);
    return 0;
}
