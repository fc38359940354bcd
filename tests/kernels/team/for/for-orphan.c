// The loop stands in a function that the team calls; the first loop has no barrier at its end.
//@ twin: for-orphan-barrier.c
//@ options: team=4
#include <stdio.h>

int from[32], to[32];

static void fill(void) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 32; i++)
        from[i] = i; //~ race r1 write
}

static void copy(void) {
#pragma omp for schedule(static)
    for (int i = 0; i < 32; i++)
        to[i] = from[31 - i]; //~ race r1 read
}

int main(void) {
#pragma omp parallel
    {
        fill();
        copy();
    }
    printf("%d\n", to[0]);
    return 0;
}
