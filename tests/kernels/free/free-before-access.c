// A task writes a block that its creator frees without waiting for it. Which of the two comes first is chance; the
// file has both orders.
//@ twin: free-after-taskwait.c
//@ says: Use after free: task
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int *block = malloc(10 * sizeof *block);
#pragma omp task
        block[3] = 1; //~ race early write
        free(block);  //~ race early free

        int *other = malloc(1000 * sizeof *other);
#pragma omp task
        free(other); //~ race late free
        // Within the block's slack of the allocator's own data nothing is written.
        other[500] = 2; //~ race late write
    }
    puts("done");
    return 0;
}
