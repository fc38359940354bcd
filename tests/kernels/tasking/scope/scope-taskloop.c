// The tasks of a taskloop use a variable of a function that does not wait for them.
//@ twin: scope-taskloop-yields.c
//@ options: team=1
//@ says: Use after scope
#include <stdio.h>

int g[64];

static __attribute__((noinline)) void start(void) {
    int x = 1;
#pragma omp taskloop grainsize(1) nogroup shared(x)
    for (int i = 0; i < 2; i++)
        g[i] = x; //~ race r1 read
}

int main(void) {
#pragma omp parallel
#pragma omp single
    start(); //~ race r1 return
    printf("%d\n", g[1]);
    return 0;
}
