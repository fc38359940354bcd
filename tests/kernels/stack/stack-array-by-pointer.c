// As in stack-array-element, but the array is read by another function, through a pointer.
//@ twin: stack-array-by-pointer-waited.c
#include <stdio.h>

int results[4];

static __attribute__((noinline)) int first(const int *values) {
    return values[0]; //~ race r1 read
}

static void work(int i) {
    int local[8] = {0};
#pragma omp task shared(local)
    local[0] = i + 1; //~ race r1 write
    results[i] = first(local);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        work(i);
    }
    printf("%d %d\n", results[0], results[3]);
    return 0;
}
