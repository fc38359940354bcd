// The first task has a taskgroup of its own, inside of the one in which everything goes on.
//@ twin: compaction-group-around.c
//@ args: 100
//@ recorded-args: 1
#include <stdio.h>
#include <stdlib.h>

int x, elements[1000];

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
#pragma omp taskgroup
        {
#pragma omp taskgroup
            {
#pragma omp task
                x = 1;
            }
            crowd(batches);
            x = 2;
        }
        x = 3;
    }
    printf("%d %d\n", x, elements[0]);
    return 0;
}
