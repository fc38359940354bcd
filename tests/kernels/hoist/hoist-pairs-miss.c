// One task writes two of every three elements, another reads the third, and what is behind.
//@ twin: hoist-pairs-hit.c
#include <stdio.h>

volatile int size = 90;
int numbers[100], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i += 3) {
                numbers[i] = i;
                numbers[i + 1] = i;
            }
        }
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 2; i < n; i += 3)
                total += numbers[i];
            total += numbers[n];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
