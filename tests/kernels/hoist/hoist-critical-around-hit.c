// Two tasks go over the same array; one does so behind the critical section.
//@ twin: hoist-critical-around-miss.c
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
                numbers[i] += 1; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
#pragma omp critical
            numbers[n] = 1;
            for (int i = 0; i < n; i++)
                numbers[i] *= 2; //~ race r1 write
        }
    }
    printf("%d\n", numbers[3]);
    return 0;
}
