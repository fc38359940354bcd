// An element of a reduced array is read after the parallel region, which ends when all have combined.
//@ twin: reductions-nowait-array.c
//@ options: team=4
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
#include <stdio.h>

int main(void) {
    int sums[4] = {0};
#pragma omp parallel reduction(+ : sums)
    {
#pragma omp for nowait
        for (int i = 0; i < 16; i++)
            sums[i % 4] += i;
    }
    if (sums[3] < 0)
        puts("wrong");
    printf("%d\n", sums[3]);
    return sums[3] != 36;
}
