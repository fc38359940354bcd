// The if clause is false: the creator goes on when the task has completed.
//@ twin: undeferred-if-true.c
//@ args: 0
#include <stdio.h>
#include <stdlib.h>

int x, seen;

int main(int argc, char **argv) {
    int deferred = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (deferred)
        x = 1;
        seen = x;
    }
    printf("seen = %d\n", seen);
    return 0;
}
