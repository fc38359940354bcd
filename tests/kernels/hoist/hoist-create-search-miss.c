// A search calls a function that creates a task in each iteration, and compares what the task of the next iteration will write.
//@ twin: hoist-create-search-hit.c
#include <stdio.h>

volatile int size = 20, wanted = 77;
int numbers[21], found;

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i;
}

int main(void) {
    numbers[15] = 77;
#pragma omp parallel
#pragma omp single
    {
        int n = size, key = wanted, i = 0;
        for (; i < n; i++) {
            start(i);
            if (numbers[i + 1] == key)
                break;
        }
        found = i;
    }
    printf("%d\n", found < 0);
    return 0;
}
