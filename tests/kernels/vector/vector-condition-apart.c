// One task reads the elements that are chosen, another writes some of the others. A vectorised loop may read neither kind
// without need.
//@ twin: vector-condition-same.c
#include <stdio.h>

enum { SIZE = 256 };

int chosen[SIZE], numbers[SIZE], results[SIZE];

int main(void) {
    for (int i = 0; i < SIZE; i++)
        chosen[i] = i % 3 == 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 0; i < SIZE; i++)
            if (chosen[i])
                results[i] = numbers[i] * 2;
#pragma omp task
        for (int i = 0; i < SIZE; i++)
            if (i % 3 == 1)
                numbers[i] = i;
    }
    printf("%d\n", results[3]);
    return 0;
}
