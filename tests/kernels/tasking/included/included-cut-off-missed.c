// Above the cut-off the inner task is not included, and its parent does not wait for it.
//@ twin: included-cut-off.c
#include <stdio.h>

static int count(int n) {
    int left = 0, right = 0;
    if (n == 0)
        return 1;
#pragma omp task shared(left) final(n <= 2)
    {
#pragma omp taskgroup
        {
#pragma omp task shared(left)
            left = count(n - 1); //~ race r1 write
            left += 1;           //~ race r1 write
        }
    }
#pragma omp task shared(right) final(n <= 2)
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
