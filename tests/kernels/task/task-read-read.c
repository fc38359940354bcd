// Any number of tasks may read what was written before they were created.
//@ twin: task-read-write.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
    int first = 0, second = 0;
    *block = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        first = *block;
#pragma omp task
        second = *block;
    }
    printf("%d %d\n", first, second);
    free(block);
    return 0;
}
