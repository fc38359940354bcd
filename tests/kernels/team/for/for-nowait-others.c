// Without a barrier the second loop reads elements that other threads write in the first.
//@ twin: for-nowait-own.c
//@ options: team=4
#include <stdio.h>

int from[64], to[64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 64; i++)
            from[i] = i; //~ race r1 write
#pragma omp for schedule(static)
        for (int i = 0; i < 64; i++)
            to[i] = from[63 - i]; //~ race r1 read
    }
    printf("%d\n", to[0]);
    return 0;
}
