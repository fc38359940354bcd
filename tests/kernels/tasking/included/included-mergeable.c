// A mergeable task may share its parent's variables or have its own; either way its parent waits for it here.
//@ twin: included-mergeable-deferred.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task mergeable if (0)
        x = 1;
        seen = x;
    }
    printf("%d\n", seen);
    return 0;
}
