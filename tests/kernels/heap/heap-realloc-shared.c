// A block has moved to a larger one; two tasks write the same new element.
//@ twin: heap-realloc-moves.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *array = malloc(4 * sizeof *array);
    for (int i = 0; i < 4; i++)
        array[i] = i;
    array = realloc(array, 4000 * sizeof *array);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        array[3999] = 1; //~ race r1 write
#pragma omp task
        array[3999] = 2; //~ race r1 write
    }
    printf("%d %d\n", array[3], array[3999]);
    free(array);
    return 0;
}
