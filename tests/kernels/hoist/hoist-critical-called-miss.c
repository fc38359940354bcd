// Two tasks add to an array in a critical section.
//@ twin: hoist-critical-called-hit.c
//@ guarantee: this lock order only
#include <stdio.h>

volatile int size = 20;
int numbers[20];

__attribute__((noinline)) static void add(int *number) {
#pragma omp critical
    *number += 1;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                add(&numbers[i]);
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++) {
#pragma omp critical
                numbers[i] += 2;
            }
        }
    }
    printf("%d\n", numbers[3]);
    return 0;
}
