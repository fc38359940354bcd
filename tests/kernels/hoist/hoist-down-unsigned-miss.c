// An unsigned number is counted down to zero: another task writes the elements before and behind the part.
//@ twin: hoist-down-unsigned-hit.c
#include <stdio.h>

volatile unsigned size = 20;
int numbers[40];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int *part = numbers + 5;
            unsigned n = size;
            while (n-- > 0)
                part[n] = (int)n;
        }
#pragma omp task
        {
            numbers[4] = 1;
            numbers[size + 5] = 1;
        }
    }
    printf("%d\n", numbers[7]);
    return 0;
}
