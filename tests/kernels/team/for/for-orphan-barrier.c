// The loops stand in functions that the team calls, with the barrier at the end of the first.
//@ twin: for-orphan.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int from[32], to[32];

static void fill(void) {
#pragma omp for schedule(static)
    for (int i = 0; i < 32; i++)
        from[i] = i;
}

static void copy(void) {
#pragma omp for schedule(static)
    for (int i = 0; i < 32; i++)
        to[i] = from[31 - i];
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
