// Two tasks fill a block in each iteration, both the same one.
//@ twin: hoist-handed-on-miss.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 20;
int results[40];

static void work(int *results, int n, int *block) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            block[j] = i + j; //~ race r1 write, race r1 write
        results[i] = block[i];
    }
}

int main(void) {
    int *block = malloc(size * sizeof *block);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        work(results, size, block);
#pragma omp task
        work(results + 20, size, block);
    }
    printf("%d\n", results[3]);
    free(block);
    return 0;
}
