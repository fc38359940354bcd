/*
Two pointers lead into one block of memory, to halves of it.
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
    shift(block, block + N);
    printf("%g\n", block[0]);
    free(block);
    return 0;
}
