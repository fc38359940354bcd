// The creator writes the block again, for the next task.
//@ twin: capture-heap.c
#include <stdio.h>
#include <stdlib.h>

int out[4];

int main(void) {
    int *block = malloc(sizeof *block);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
        *block = i; //~ race r1 write
#pragma omp task firstprivate(block)
        out[i] = *block; //~ race r1 read
    }
    printf("%d\n", out[3]);
    free(block);
    return 0;
}
