// Every call waits for the halves of its sum.
//@ twin: gcc-recursion-unwaited.c
//@ compiler: gcc
#include <stdio.h>

__attribute__((noinline)) static int sum(const int *values, int count) {
    if (count == 1) {
        return values[0];
    }
    int left, right;
#pragma omp task shared(left)
    left = sum(values, count / 2);
    right = sum(values + count / 2, count - count / 2);
#pragma omp taskwait
    int both = left + right;
    return both;
}

int main(void) {
    int values[4] = {1, 2, 3, 4}, total = 0;
#pragma omp parallel
#pragma omp single
    total = sum(values, 4);
    printf("total > 0: %d\n", total > 0);
    return 0;
}
