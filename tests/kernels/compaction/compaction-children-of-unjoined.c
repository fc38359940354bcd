// A task creates a hundred thousand others, waits for them in batches, and is itself not waited for: all that they did
// is its own by then, and races with what its creator does.
//@ twin: compaction-children-of-joined.c
//@ args: 100
//@ recorded-args: 1
#include <stdio.h>
#include <stdlib.h>

int elements[1000];

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int batch = 0; batch < batches; batch++) {
            for (int i = 0; i < 1000; i++) {
#pragma omp task
                elements[i] = batch; //~ race r1 write
            }
#pragma omp taskwait
        }
        elements[7] = 0; //~ race r1 write
    }
    printf("%d\n", elements[0]);
    return 0;
}
