/*
Two pointers lead into one block of memory and overlap.
Data race pair: to[i]@14:9:W vs. from[i]@14:17:R
*/

#include <stdio.h>
#include <stdlib.h>

enum { N = 120 };

static void shift(float *to, const float *from) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
        to[i] = from[i] * 0.5f;
}

int main(void) {
    float *block = calloc(2 * N, sizeof *block);
    shift(block, block + 30);
    printf("%g\n", block[0]);
    free(block);
    return 0;
}
