// Without a barrier, but with the same schedule and the same length: each thread reads what it wrote.
//@ twin: for-nowait-others.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int from[64], to[64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 64; i++)
            from[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < 64; i++)
            to[i] = from[i];
    }
    printf("%d\n", to[0]);
    return 0;
}
