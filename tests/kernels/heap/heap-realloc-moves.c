// Each task grows an array of its own. What one task leaves behind when its array moves, another one gets.
//@ twin: heap-realloc-shared.c
#include <stdio.h>
#include <stdlib.h>

int last[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            int *array = NULL;
            for (int size = 1; size <= 64; size++) {
                array = realloc(array, size * sizeof *array);
                array[size - 1] = i + size;
            }
            last[i] = array[63];
            free(array);
        }
    }
    printf("%d %d\n", last[0], last[19]);
    return 0;
}
