// A loop runs not once. Another task writes the element that it would write first.
//@ twin: hoist-none-hit.c
#include <stdio.h>

volatile unsigned begin = 6, end = 6;
int numbers[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            unsigned last = end;
            for (unsigned i = begin; i < last; i++)
                numbers[i] = 1;
        }
#pragma omp task
        numbers[begin] = 2;
    }
    printf("%d\n", numbers[5]);
    return 0;
}
