// The bound of the loop shrinks while it runs, and another task writes the last element that it gets to.
//@ twin: hoist-shrinking-miss.c
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
                numbers[i] = i; //~ race r1 write
                if (i == 20)
                    *end = 30;
            }
        }
#pragma omp task
        numbers[29] = 7; //~ race r1 write
    }
    printf("%d\n", numbers[0]);
    return 0;
}
