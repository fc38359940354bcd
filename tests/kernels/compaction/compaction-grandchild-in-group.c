// A task is waited for with all that it creates, by a taskgroup. A hundred thousand others come and go before its
// child's value is read.
//@ twin: compaction-grandchild-escapes.c
//@ args: 100
//@ recorded-args: 2
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
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                x = 1;
                crowd(batches / 2);
            }
        }
        crowd(batches / 2);
#pragma omp task
        result = x;
    }
    printf("%d %d\n", result, elements[0]);
    return 0;
}
