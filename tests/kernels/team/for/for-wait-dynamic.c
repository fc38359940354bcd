// The barrier at the end of the first dynamic loop stands before every reading in the second.
//@ twin: for-nowait-dynamic.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int from[64], to[64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 64; i++)
            from[i] = i;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 64; i++)
            to[i] = from[63 - i];
    }
    printf("%d\n", to[0]);
    return 0;
}
