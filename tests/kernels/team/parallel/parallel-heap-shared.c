// All threads write the block that one of them allocated before.
//@ twin: parallel-heap-own.c
//@ options: team=4
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *block = malloc(sizeof *block);
#pragma omp parallel
    *block = 1; //~ race r1 write, race r1 write
    printf("%d\n", *block);
    free(block);
    return 0;
}
