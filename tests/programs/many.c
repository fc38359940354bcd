// many N: N tasks, never more than 1024 of them between two taskwaits; each writes an element of an array.
#include <stdio.h>
#include <stdlib.h>

enum { BATCH = 1024 };
static long elements[BATCH];

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : BATCH;
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < count; i++) {
#pragma omp task
        elements[i % BATCH] = i;
        if (i % BATCH == BATCH - 1) {
#pragma omp taskwait
        }
    }
    printf("%ld at last of %ld tasks\n", elements[0], count);
    return 0;
}
