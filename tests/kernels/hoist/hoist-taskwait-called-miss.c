// Each iteration creates a task, calls a function that waits for it, and reads what the task has written.
//@ twin: hoist-taskwait-called-hit.c
#include <stdio.h>

volatile int size = 20;
int numbers[20], waits, sum;

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i;
}

__attribute__((noinline)) static void wait(void) {
#pragma omp taskwait
    waits++;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size, total = 0;
        for (int i = 0; i < n; i++) {
            start(i);
            wait();
            total += numbers[i];
        }
        sum = total;
    }
    printf("%d\n", sum);
    return 0;
}
