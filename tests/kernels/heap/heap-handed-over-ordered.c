// A block goes from the task that fills it to the one that reads it and to the one that frees it, each in order.
//@ twin: heap-handed-over.c
#include <stdio.h>
#include <stdlib.h>

int *block;
int first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : block)
        {
            block = malloc(sizeof *block);
            *block = 1;
        }
#pragma omp task depend(in : block)
        first = *block;
#pragma omp task depend(in : block)
        second = *block;
#pragma omp task depend(inout : block)
        {
            free(block);
            block = NULL;
        }
    }
    printf("%d %d\n", first, second);
    return 0;
}
