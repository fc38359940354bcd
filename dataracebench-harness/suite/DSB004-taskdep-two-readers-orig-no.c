/*
One task fills a cell, two others read it into cells of their own. The readers are unordered, but
each follows the writer.
*/

#include <stdio.h>

int main(void) {
    int cell = 0, left = 0, right = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : cell)
        cell = 7;
#pragma omp task depend(in : cell)
        left = cell + 1;
#pragma omp task depend(in : cell)
        right = cell - 1;
    }
    printf("%d %d\n", left, right);
    return left != 8 || right != 6;
}
