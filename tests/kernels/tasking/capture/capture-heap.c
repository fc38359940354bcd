// Each task has a block of its own, which it gives back itself. The blocks are often at the same address.
//@ twin: capture-heap-shared.c
#include <stdio.h>
#include <stdlib.h>

int out[4];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
        int *block = malloc(sizeof *block);
        *block = i;
#pragma omp task firstprivate(block)
        {
            *block += 1;
            out[i] = *block;
            free(block);
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
