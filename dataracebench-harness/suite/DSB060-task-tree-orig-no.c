/*
Every task of the tree counts its leaves in a variable that its parent reads after the taskwait.
*/

#include <stdio.h>

static int walk(int depth) {
    if (depth == 0)
        return 1;
    int left, right;
#pragma omp task shared(left)
    left = walk(depth - 1);
#pragma omp task shared(right)
    right = walk(depth - 1);
#pragma omp taskwait
    return left + right;
}

int main(void) {
    int leaves = 0;
#pragma omp parallel
#pragma omp single
    leaves = walk(5);
    printf("leaves = %d\n", leaves);
    return leaves != 32;
}
