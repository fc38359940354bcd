// One task searches a block and frees it as soon as it has found something; another writes into a block of its own, which may be the same memory.
//@ twin: hoist-handed-on-found-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 20, wanted = 12;
int found;

int main(void) {
    int *block = malloc(size * sizeof *block);
    for (int i = 0; i < 20; i++)
        block[i] = i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(block)
        {
            int key = wanted;
            for (int i = 0;; i++)
                if (block[i] == key) {
                    free(block);
                    found = i;
                    break;
                }
        }
#pragma omp task firstprivate(block)
        {
            int n = size;
            block = malloc(n * sizeof *block);
            for (int i = 0; i < n; i++)
                block[i] = 2 * i;
            free(block);
        }
    }
    printf("%d\n", found);
    return 0;
}
