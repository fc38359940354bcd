// Tasks write a block, and its creator frees it after it has waited for them, or by a task that depends on them.
//@ twin: free-before-access.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = malloc(10 * sizeof *block);
#pragma omp task
        block[3] = 1;
#pragma omp taskwait
        free(block);

        int *other = malloc(1000 * sizeof *other);
#pragma omp task depend(out : other[0])
        other[500] = 2;
#pragma omp task depend(inout : other[0])
        free(other);
    }
    puts("done");
    return 0;
}
