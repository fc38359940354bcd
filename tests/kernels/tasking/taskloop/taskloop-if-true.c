// The if clause is true: the tasks are deferred.
//@ twin: taskloop-if-false.c
//@ args: 1
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 30 };

int count;

static __attribute__((noinline)) void add(int i) {
    count += i; //~ race r1 write, race r1 write, race r2 write
}

int main(int argc, char **argv) {
    int deferred = argc > 1 ? atoi(argv[1]) : 0;
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup grainsize(1) if (deferred)
        for (int i = 0; i < SIZE; i++)
            add(i);
        seen = count; //~ race r2 read
    }
    printf("%d\n", seen);
    return 0;
}
