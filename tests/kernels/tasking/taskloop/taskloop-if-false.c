// With a false if clause the tasks are undeferred: each is done before the next is created, and all before the creator goes on.
//@ twin: taskloop-if-true.c
//@ args: 0
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 30 };

int count;

static __attribute__((noinline)) void add(int i) {
    count += i;
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
        seen = count;
    }
    printf("%d\n", seen);
    return 0;
}
