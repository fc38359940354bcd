// A block is written by one task, kept, and written by another, with a hundred thousand blocks in between.
//@ twin: compaction-heap-reuse.c
//@ args: 60
//@ recorded-args: 1
#include <stdio.h>
#include <stdlib.h>

int *kept, elements[1000];

static __attribute__((noinline)) int use(int value) {
    int *block = malloc(64);
    block[0] = value;
    int result = block[0];
    free(block);
    return result;
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
    kept = malloc(64);
#pragma omp parallel
#pragma omp single
    {
        int *block = kept;
#pragma omp task
        {
            block[0] = use(1); //~ race r1 write
        }
        for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
            for (int i = 2; i < 1000; i++) {
#pragma omp task
                elements[i] = use(i);
            }
        }
#pragma omp task
        {
            block[0] = use(2); //~ race r1 write
        }
    }
    free(kept);
    printf("%d\n", elements[999]);
    return 0;
}
