// Tasks read, and all of them are waited for before a hundred thousand others come and go, and another one writes.
//@ twin: compaction-reader-unjoined.c
//@ args: 100
//@ recorded-args: 1
#include <stdio.h>
#include <stdlib.h>

int x, copies[4], elements[1000];

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
        copies[0] = x;
#pragma omp taskwait
#pragma omp task
        copies[1] = x;
#pragma omp taskgroup
        {
#pragma omp task
            copies[2] = x;
        }
#pragma omp task
        copies[3] = x;
#pragma omp taskwait
        crowd(batches);
#pragma omp task
        x = 1;
    }
    printf("%d %d\n", copies[3], elements[0]);
    return 0;
}
