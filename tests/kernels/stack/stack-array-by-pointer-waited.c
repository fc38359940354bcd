// The function waits for the task before it hands its local array on.
//@ twin: stack-array-by-pointer.c
#include <stdio.h>

int results[4];

static __attribute__((noinline)) int first(const int *values) {
    return values[0];
}

static void work(int i) {
    int local[8] = {0};
#pragma omp task shared(local)
    local[0] = i + 1;
#pragma omp taskwait
    results[i] = first(local);
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
