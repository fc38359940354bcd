// A producer and a consumer name what they share in depend clauses. A hundred thousand tasks come and go in between.
//@ twin: compaction-consumer-without-clause.c
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
#pragma omp task depend(out : x)
        x = 1;
        crowd(batches);
#pragma omp task depend(in : x)
        result = x;
    }
    printf("%d %d\n", result, elements[0]);
    return 0;
}
