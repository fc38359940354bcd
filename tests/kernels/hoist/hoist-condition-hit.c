// Elements that are chosen are written by one task, and the last one of them by another.
//@ twin: hoist-condition-miss.c
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
                    numbers[i] = 1; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
            for (int i = 1; i < n; i += 2)
                numbers[i] = 2;
            numbers[n - 2] = 2; //~ race r1 write
        }
    }
    printf("%d\n", numbers[5]);
    return 0;
}
