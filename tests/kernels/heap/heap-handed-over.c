// One task allocates and fills a block; the task that uses it has no clause that orders it after the first. Both the
// pointer and the block race.
//@ twin: heap-handed-over-ordered.c
#include <stdio.h>
#include <stdlib.h>

int *block;
int first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : block)
        {
            block = malloc(sizeof *block); //~ race pointer write
            *block = 1;                    //~ race content write
        }
#pragma omp task
        second = block != NULL ? *block : 0; //~ race pointer read, race content read
#pragma omp taskwait
        first = *block;
        free(block);
    }
    printf("%d %d\n", first, second);
    return 0;
}
