// A call adds up the halves before the one that a task makes is there.
//@ twin: gcc-recursion-waited.c
//@ compiler: gcc
#include <stdio.h>

__attribute__((noinline)) static int sum(const int *values, int count) {
    if (count == 1) {
        return values[0];
    }
    int left, right;
#pragma omp task shared(left)
    left = sum(values, count / 2); //~ race r1 write
    right = sum(values + count / 2, count - count / 2);
    int both = left + right; //~ race r1 read
#pragma omp taskwait
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
