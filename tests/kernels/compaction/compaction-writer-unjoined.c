// A task writes, a hundred thousand others come and go, and another one reads: nobody has waited for the first.
//@ twin: compaction-writer-joined.c
//@ args: 100
//@ recorded-args: 1
#include <stdio.h>
#include <stdlib.h>

int x, result, elements[1000];

// Tasks that come and go.
static void crowd(int batches) {
    for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
        for (int i = 0; i < 1000; i++) {
#pragma omp task
            elements[i] = batch;
        }
    }
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1; //~ race r1 write
        crowd(batches);
#pragma omp task
        result = x; //~ race r1 read
    }
    printf("%d %d\n", result, elements[0]);
    return 0;
}
