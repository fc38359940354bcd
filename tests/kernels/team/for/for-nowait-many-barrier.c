// Ten loops without barriers, and one barrier before the array is read.
//@ twin: for-nowait-many.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int from[64], to[64], other[10][64];

int main(void) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 64; i++)
            from[i] = i;
        for (int loop = 0; loop < 10; loop++) {
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < 64; i++)
                other[loop][i] = i;
        }
#pragma omp barrier
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 64; i++)
            to[i] = from[63 - i];
    }
    printf("%d %d\n", to[0], other[9][1]);
    return 0;
}
