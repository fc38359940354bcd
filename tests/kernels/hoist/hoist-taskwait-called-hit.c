// Each iteration creates a task, calls a function that does not wait for it, and reads what the task writes.
//@ twin: hoist-taskwait-called-miss.c
#include <stdio.h>

volatile int size = 20;
int numbers[20], waits, sum;

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i; //~ race r1 write
}

__attribute__((noinline)) static void wait(void) {
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
            total += numbers[i]; //~ race r1 read
        }
        sum = total;
    }
    printf("%d\n", sum);
    return 0;
}
