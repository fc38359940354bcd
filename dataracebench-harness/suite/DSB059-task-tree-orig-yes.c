/*
Two tasks walk the halves of a tree and count the leaves in one variable of the caller.
Data race pair: *leaves@10:9:W vs. *leaves@10:9:W
*/

#include <stdio.h>

static void walk(int depth, int *leaves) {
    if (depth == 0) {
        *leaves += 1;
        return;
    }
#pragma omp task
    walk(depth - 1, leaves);
#pragma omp task
    walk(depth - 1, leaves);
#pragma omp taskwait
}

int main(void) {
    int leaves = 0;
#pragma omp parallel
#pragma omp single
    walk(5, &leaves);
    printf("leaves = %d\n", leaves);
    return 0;
}
