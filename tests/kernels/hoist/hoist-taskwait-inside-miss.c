// Each iteration creates a task, waits for it, and reads what it has written.
//@ twin: hoist-taskwait-inside-hit.c
#include <stdio.h>

volatile int size = 20;
int numbers[20], sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size, total = 0;
        for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
            numbers[i] = i;
#pragma omp taskwait
            total += numbers[i];
        }
        sum = total;
    }
    printf("%d\n", sum);
    return 0;
}
