/*
Each task writes its own block of an array, and the one that adds them up names every block as
input.
*/

#include <stdio.h>

enum { BLOCK = 8, BLOCKS = 4 };

int main(void) {
    int data[BLOCK * BLOCKS] = {0}, sum = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int b = 0; b < BLOCKS; b++) {
            int *block = &data[b * BLOCK];
#pragma omp task firstprivate(block) depend(out : block[0])
            for (int i = 0; i < BLOCK; i++)
                block[i] = i;
        }
#pragma omp task shared(data, sum) depend(iterator(b = 0 : BLOCKS), in : data[b * BLOCK])
        for (int i = 0; i < BLOCK * BLOCKS; i++)
            sum += data[i];
    }
    printf("sum = %d\n", sum);
    return sum != BLOCKS * 28;
}
