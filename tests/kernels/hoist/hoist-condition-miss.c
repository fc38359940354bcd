// Elements that are chosen are written by one task, and all others by another.
//@ twin: hoist-condition-hit.c
#include <stdio.h>

volatile int size = 100;
int numbers[100], chosen[100];

int main(void) {
    for (int i = 0; i < 100; i++)
        chosen[i] = i % 2 == 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                if (chosen[i])
                    numbers[i] = 1;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < n; i += 2)
                numbers[i] = 2;
        }
    }
    printf("%d\n", numbers[5]);
    return 0;
}
