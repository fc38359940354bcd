// Two tasks add to an array, one of them outside of the critical section in which the other does.
//@ twin: hoist-critical-called-miss.c
#include <stdio.h>

volatile int size = 20;
int numbers[20];

__attribute__((noinline)) static void add(int *number) {
#pragma omp critical
    *number += 1; //~ race r1 write
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
                numbers[i] += 2; //~ race r1 write
            }
        }
    }
    printf("%d\n", numbers[3]);
    return 0;
}
