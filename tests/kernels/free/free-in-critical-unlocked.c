// A task frees a block in a critical section; another one reads it outside of any.
//@ twin: free-in-critical.c
#include <stdio.h>
#include <stdlib.h>

int seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = calloc(10, sizeof *block);
#pragma omp task
        seen = block[1]; //~ race r1 read
#pragma omp task
        {
#pragma omp critical
            free(block); //~ race r1 free
        }
    }
    printf("%d\n", seen);
    return 0;
}
