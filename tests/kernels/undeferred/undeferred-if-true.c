// The if clause is true, so the creator does not wait for the task.
//@ twin: undeferred-if-false.c
//@ args: 1
#include <stdio.h>
#include <stdlib.h>

int x, seen;

int main(int argc, char **argv) {
    int deferred = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task if (deferred)
        x = 1; //~ race r1 write
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
