// One task merges two sorted runs until the first is used up, without branches: places go on by the outcome of comparisons. Another task writes the element of the second run that was compared last.
//@ twin: hoist-merge-branchless-miss.c
#include <stdio.h>

volatile int size = 20;
int left[21], right[21], merged[40];

static long merge(const int *left, const int *right, long n) {
    long i = 0, j = 0;
    for (long k = 0; k < 2 * n; k++) {
        long is_right = right[j] < left[i]; //~ race r1 read
        merged[k] = is_right ? right[j] : left[i];
        i += 1 - is_right;
        j += is_right;
        if (i == n)
            break;
    }
    return j;
}

int main(void) {
    long taken = 0;
    for (int i = 0; i < 20; i++) {
        left[i] = 2 * i;
        right[i] = 4 * i + 1;
    }
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(taken)
        taken = merge(left, right, size);
#pragma omp task
        right[10] = 50; //~ race r1 write
    }
    printf("%ld %d\n", taken, merged[29]);
    return 0;
}
