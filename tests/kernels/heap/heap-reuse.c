// Sibling tasks allocate, use and free blocks. The allocator hands the same addresses out again; the blocks are not
// the same for that.
//@ twin: heap-shared-block.c
#include <stdio.h>
#include <stdlib.h>

int sums[50];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task
        {
            int *block = malloc(10 * sizeof *block);
            for (int k = 0; k < 10; k++)
                block[k] = i + k;
            for (int k = 0; k < 10; k++)
                sums[i] += block[k];
            free(block);
            char *text = calloc(1, 40);
            text[i % 40] = 1;
            sums[i] += text[0];
            free(text);
        }
    }
    printf("%d %d\n", sums[0], sums[49]);
    return 0;
}
