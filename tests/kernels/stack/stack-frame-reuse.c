// Sibling tasks call functions whose locals come to lie at the same addresses, and lend them to children that they
// wait for. A frame that is gone does not race with the one that takes its place.
//@ twin: stack-live-frame.c
#include <stdio.h>

int results[32];

static int deeper(int *values, int count) {
    int copies[16];
    int total = 0;
    for (int k = 0; k < count; k++)
        copies[k] = values[k] * 2;
    for (int k = 0; k < count; k++)
        total += copies[k];
    return total;
}

static void work(int i) {
    int local[8];
    int total = 0;
    for (int k = 0; k < 8; k++)
        local[k] = i + k;
#pragma omp task shared(local, total)
    {
        local[0] += 1;
        total = deeper(local, 8);
    }
#pragma omp taskwait
    results[i] = total + local[0];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 32; i++) {
#pragma omp task
        work(i);
    }
    printf("%d %d\n", results[0], results[31]);
    return 0;
}
