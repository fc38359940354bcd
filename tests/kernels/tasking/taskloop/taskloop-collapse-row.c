// With collapse the iterations of the inner loop are in different tasks, too: they add to one element.
//@ twin: taskloop-collapse.c
#include <stdio.h>

enum { SIZE = 6 };

int sums[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) grainsize(1)
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            sums[i] += j; //~ race r1 write, race r1 write
    printf("%d\n", sums[SIZE - 1]);
    return 0;
}
