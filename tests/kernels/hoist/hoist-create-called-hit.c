// Each iteration calls a function that creates a task, and reads what that task writes.
//@ twin: hoist-create-called-miss.c
#include <stdio.h>

volatile int size = 20;
int numbers[21], copies[20];

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i; //~ race r1 write
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = size;
        for (int i = 0; i < n; i++) {
            start(i);
            copies[i] = numbers[i]; //~ race r1 read
        }
    }
    printf("%d\n", copies[3]);
    return 0;
}
