// Each iteration calls a function that creates a task, and reads what the task of the next iteration will write.
//@ twin: hoist-create-called-hit.c
#include <stdio.h>

volatile int size = 20;
int numbers[21], copies[20];

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size;
        for (int i = 0; i < n; i++) {
            start(i);
            copies[i] = numbers[i + 1];
        }
    }
    printf("%d\n", copies[3]);
    return 0;
}
