/*
A block on the heap is one for all threads, though the pointer to it is private.
Data race pair: *block@12:5:W vs. *block@12:5:W
*/

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = calloc(1, sizeof *block);
#pragma omp parallel firstprivate(block) num_threads(4)
    *block += 3;
    printf("%d\n", *block);
    free(block);
    return 0;
}
