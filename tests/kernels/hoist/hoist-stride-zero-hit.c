// A stride that is zero when the program runs: one task writes one element over and over, as another does.
//@ twin: hoist-stride-zero-miss.c
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
                numbers[100 + i * step] = i; //~ race r1 write
        }
#pragma omp task
        {
            numbers[99] = 1;
            numbers[101] = 1;
            numbers[100] = 1; //~ race r1 write
        }
    }
    printf("%d\n", numbers[100]);
    return 0;
}
