// A loop runs once, and writes the element that another task writes.
//@ twin: hoist-none-miss.c
#include <stdio.h>

volatile unsigned begin = 5, end = 6;
int numbers[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned last = end;
            for (unsigned i = begin; i < last; i++)
                numbers[i] = 1; //~ race r1 write
        }
#pragma omp task
        numbers[begin] = 2; //~ race r1 write
    }
    printf("%d\n", numbers[5]);
    return 0;
}
