// A producer is not waited for, but another task is, which does not depend on it.
//@ twin: compaction-through-consumer.c
//@ args: 100
//@ recorded-args: 3
#include <stdio.h>
#include <stdlib.h>

int x, copy, result, elements[1000];

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
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write
        crowd(batches / 3);
#pragma omp taskgroup
        {
#pragma omp task depend(in : copy)
            copy = 1;
        }
        crowd(batches / 3);
#pragma omp task
        {
            crowd(batches / 3);
            result = x; //~ race r1 read
        }
    }
    printf("%d %d %d\n", result, copy, elements[0]);
    return 0;
}
