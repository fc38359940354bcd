// A variable is used by a task's child, which that has waited for; the function waits for the task before it returns.
//@ twin: compaction-function-returns.c
//@ args: 100
//@ recorded-args: 2
#include <stdio.h>
#include <stdlib.h>

int out, elements[2][1000];

// Tasks that come and go.
static void crowd(int batches, int row) {
    for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
        for (int i = 0; i < 1000; i++) {
#pragma omp task
            elements[row][i] = batch;
        }
    }
}

static __attribute__((noinline)) void start(int batches) {
    int local = 1;
#pragma omp task shared(local)
    {
#pragma omp task shared(local)
        out = local;
#pragma omp taskwait
        crowd(batches / 2, 0);
    }
    crowd(batches / 2, 1);
#pragma omp taskwait
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    start(batches);
    printf("%d %d\n", out, elements[0][0]);
    return 0;
}
