// Large blocks, parts of which nobody has touched, are freed by a task while others may still use them. The C library
// keeps the memory of the second one.
//@ twin: free-large-reuse.c
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1 << 20 };

int first, second;

int main(void) {
    // Large blocks come from the heap, and stay there.
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#pragma omp parallel
#pragma omp single
    {
        char *block = malloc(SIZE);
        for (int i = 0; i < SIZE / 2; i++)
            block[i] = 1;
#pragma omp task
        first = block[SIZE / 4]; //~ race early read
        free(block);             //~ race early free
#pragma omp taskwait

        char *other = malloc(SIZE);
        for (int i = 0; i < SIZE / 2; i++)
            other[i] = 1;
#pragma omp task
        free(other); //~ race late free, race untouched free
        second += other[SIZE / 4] != 77; //~ race late read
        second += other[SIZE - 5000] != 77; //~ race untouched read
    }
    printf("%d %d\n", first, second);
    return 0;
}
