// The bound of the loop shrinks while it runs, and another task writes the first element that it does not get to.
//@ twin: hoist-shrinking-hit.c
#include <stdio.h>

volatile int size = 50;
int numbers[100], limit, *bound = &limit;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        limit = size;
#pragma omp task
        {
            int *end = bound;
            for (int i = 0; i < *end; i++) {
                numbers[i] = i;
                if (i == 20)
                    *end = 30;
            }
        }
#pragma omp task
        numbers[30] = 7;
    }
    printf("%d\n", numbers[0]);
    return 0;
}
