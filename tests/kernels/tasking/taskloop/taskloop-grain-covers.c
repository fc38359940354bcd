// With a strict grain size of two the iterations that share an element share a task.
//@ twin: taskloop-grain-too-small.c
#include <stdio.h>

enum { SIZE = 64 };

int pairs[SIZE / 2];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(strict : 2)
    for (int i = 0; i < SIZE; i++)
        pairs[i / 2] += i;
    printf("%d\n", pairs[1]);
    return 0;
}
