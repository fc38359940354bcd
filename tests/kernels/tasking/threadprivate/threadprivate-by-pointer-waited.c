// The tasks write their creator's copy one after the other.
//@ twin: threadprivate-by-pointer.c
#include <stdio.h>

int total;
#pragma omp threadprivate(total)

static __attribute__((noinline)) void add(int *to, int value) {
    *to += value;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *shared = &total;
#pragma omp task firstprivate(shared)
        add(shared, 1);
#pragma omp taskwait
#pragma omp task firstprivate(shared)
        add(shared, 2);
    }
    printf("%d\n", total);
    return 0;
}
