/*
The blocks of an array are named by their first elements, but each task writes one element past its
block.
Data race pair: block[i]@19:13:W vs. block[i]@19:13:W
*/

#include <stdio.h>

enum { BLOCK = 8, BLOCKS = 4 };

int main(void) {
    int data[BLOCK * BLOCKS + 1] = {0};
#pragma omp parallel
#pragma omp single
    for (int b = 0; b < BLOCKS; b++) {
        int *block = &data[b * BLOCK];
#pragma omp task firstprivate(block) depend(out : block[0])
        for (int i = 0; i <= BLOCK; i++)
            block[i] = i;
    }
    printf("%d\n", data[BLOCK]);
    return 0;
}
