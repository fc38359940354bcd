// Two tasks go over the same array in critical sections; one has an element for itself.
//@ twin: hoist-critical-around-hit.c
//@ guarantee: this lock order only
#include <stdio.h>

volatile int size = 20;
int numbers[21];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
#pragma omp critical
            for (int i = 0; i < n; i++)
                numbers[i] += 1;
        }
#pragma omp task
        {
            int n = size;
#pragma omp critical
            for (int i = 0; i < n; i++)
                numbers[i] *= 2;
            numbers[n] = 1;
        }
    }
    printf("%d\n", numbers[3]);
    return 0;
}
