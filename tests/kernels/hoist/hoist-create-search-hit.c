// A search calls a function that creates a task in each iteration, and compares what that task writes.
//@ twin: hoist-create-search-miss.c
#include <stdio.h>

volatile int size = 20, wanted = 77;
int numbers[21], found;

__attribute__((noinline)) static void start(int i) {
#pragma omp task firstprivate(i)
    numbers[i] = i; //~ race r1 write
}

int main(void) {
    numbers[15] = 77;
#pragma omp parallel
#pragma omp single
    {
        int n = size, key = wanted, i = 0;
        for (; i < n; i++) {
            start(i);
            if (numbers[i] == key) //~ race r1 read
                break;
        }
        found = i;
    }
    printf("%d\n", found < 0);
    return 0;
}
