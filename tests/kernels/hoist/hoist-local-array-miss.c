// A function fills the second half of its own array while a task fills the first half.
//@ twin: hoist-local-array-hit.c
#include <stdio.h>

volatile int half = 9;
int result;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int numbers[20] = {0}, n = half;
#pragma omp task shared(numbers)
        {
            int end = half;
            for (int i = 0; i < end; i++)
                numbers[i] = i;
        }
        for (int i = n; i < 2 * n; i++)
            numbers[i] = 2 * i;
#pragma omp taskwait
        result = numbers[3];
    }
    printf("%d\n", result);
    return 0;
}
