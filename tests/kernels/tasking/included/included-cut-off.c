// Below the cut-off all tasks are included in their parent, and need no taskwait.
//@ twin: included-cut-off-missed.c
#include <stdio.h>

static int count(int n) {
    int left = 0, right = 0;
    if (n == 0)
        return 1;
#pragma omp task shared(left) final(1)
    {
#pragma omp task shared(left)
        left = count(n - 1);
        left += 1;
    }
#pragma omp task shared(right) final(1)
    right = count(n - 1);
#pragma omp taskwait
    return left + right;
}

int main(void) {
    int result = 0;
#pragma omp parallel
#pragma omp single
    result = count(4);
    printf("%d\n", result);
    return 0;
}
