// A task writes an element of a local array of a function that is still running, and that reads it without waiting.
//@ twin: stack-array-element-waited.c
#include <stdio.h>

int results[4];

static void work(int i) {
    int local[8] = {0};
#pragma omp task shared(local)
    local[i] = i + 1;      //~ race r1 write
    results[i] = local[i]; //~ race r1 read
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
