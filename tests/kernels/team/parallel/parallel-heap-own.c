// Every thread writes the block that it allocated, which may lie where another thread's block has been.
//@ twin: parallel-heap-shared.c
//@ options: team=4
#include <stdio.h>
#include <stdlib.h>

int *block;
#pragma omp threadprivate(block)

int main(void) {
#pragma omp parallel
    {
        block = malloc(sizeof *block);
        *block = 1;
        free(block);
    }
    puts("done");
    return 0;
}
