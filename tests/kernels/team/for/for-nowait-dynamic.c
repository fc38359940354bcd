// Dynamic loops may hand the same index to different threads: the second loop reads what others wrote in the first.
//@ twin: for-wait-dynamic.c
//@ options: team=4
#include <stdio.h>

int from[64], to[64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 64; i++)
            from[i] = i; //~ race r1 write
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 64; i++)
            to[i] = from[63 - i]; //~ race r1 read
    }
    printf("%d\n", to[0]);
    return 0;
}
