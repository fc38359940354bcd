// Two tasks fill a block in each iteration and free it: memory changes hands.
//@ twin: hoist-handed-on-hit.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 20;
int results[40];

static void work(int *results, int n) {
    for (int i = 0; i < n; i++) {
        int *block = malloc(n * sizeof *block);
        for (int j = 0; j < n; j++)
            block[j] = i + j;
        results[i] = block[i];
        free(block);
    }
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        work(results, size);
#pragma omp task
        work(results + 20, size);
    }
    printf("%d\n", results[3]);
    return 0;
}
