// One task writes a heap block while a sibling reads it.
//@ twin: task-read-read.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    int copy = 0;
    *block = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        *block = 8; //~ race r1 write
#pragma omp task
        copy = *block; //~ race r1 read
    }
    printf("copy = %d\n", copy);
    free(block);
    return 0;
}
