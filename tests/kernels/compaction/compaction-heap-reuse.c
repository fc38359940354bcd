// Tasks get blocks and give them back: one block is many tasks' memory, one after the other.
//@ twin: compaction-heap-kept.c
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
#pragma omp task
        {
            elements[1] = use(1);
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
            elements[0] = use(2);
        }
    }
    free(kept);
    printf("%d\n", elements[999]);
    return 0;
}
