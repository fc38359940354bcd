// An unsigned number is counted down to zero: another task writes the first element of the part.
//@ twin: hoist-down-unsigned-miss.c
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
                part[n] = (int)n; //~ race r1 write
        }
#pragma omp task
        {
            numbers[5] = 1; //~ race r1 write
            numbers[size + 5] = 1;
        }
    }
    printf("%d\n", numbers[7]);
    return 0;
}
