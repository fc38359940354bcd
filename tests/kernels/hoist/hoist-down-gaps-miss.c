// One task writes every third element, from the end on, another reads all others.
//@ twin: hoist-down-gaps-hit.c
#include <stdio.h>

volatile int size = 90;
int numbers[100], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        // 89, 86, ..., 2.
        for (int i = size - 1; i >= 0; i -= 3)
            numbers[i] = i;
#pragma omp task
        {
            int count = size, total = 0;
            for (int i = 0; i < count; i += 3) {
                total += numbers[i];
                total += numbers[i + 1];
            }
            sum = total;
        }
    }
    printf("%d %d\n", numbers[2], sum);
    return 0;
}
