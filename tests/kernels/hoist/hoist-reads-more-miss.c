// One task writes the elements of a part and reads those behind them on the same line; another reads the last that is read.
//@ twin: hoist-reads-more-hit.c
#include <stdio.h>

volatile int size = 50;
int numbers[100], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                numbers[i] = numbers[i + 1] + 1;
        }
#pragma omp task
        seen = numbers[size];
    }
    printf("%d\n", numbers[3] + seen);
    return 0;
}
