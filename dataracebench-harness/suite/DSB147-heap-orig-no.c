/*
Every thread allocates, uses and frees a block of its own.
*/

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        int *block = calloc(4, sizeof *block);
        block[0] += 3;
        sum += block[0];
        free(block);
    }
    printf("%d\n", sum);
    return sum != 12;
}
