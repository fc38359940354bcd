// Two tasks write an element each; a third goes over all between and behind them.
//@ twin: hoist-two-owners-hit.c
#include <stdio.h>

volatile int size = 4000;
int numbers[5000], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        numbers[9] = 1;
#pragma omp task
        numbers[size] = 1;
#pragma omp task
        {
            int n = size, total = 0;
            for (int i = 10; i < n; i++)
                total += numbers[i];
            for (int i = n + 1; i < 5000; i++)
                total += numbers[i];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
