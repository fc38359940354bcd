// An element of a reduced array is read before the reduction is complete.
//@ twin: reductions-nowait-array-parallel.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sums[4] = {0};
#pragma omp parallel
    {
#pragma omp for reduction(+ : sums) nowait //~ race r1 write
        for (int i = 0; i < 16; i++)
            sums[i % 4] += i;
#pragma omp master
        if (sums[3] < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", sums[3]);
    return sums[3] != 36;
}
