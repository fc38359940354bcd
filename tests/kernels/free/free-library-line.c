// A task frees a string that the C library has allocated for its creator, which still reads it.
//@ twin: free-library.c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int first = 0;
#pragma omp parallel
#pragma omp single
    {
        // 60 bytes, of which the allocator uses the first ones when the block is freed.
        char *copy = strdup("a text of sixty bytes, which is long enough for all of this");
#pragma omp task
        free(copy); //~ race r1 free
        first = copy[40]; //~ race r1 read
    }
    printf("%d\n", first > 0);
    return 0;
}
