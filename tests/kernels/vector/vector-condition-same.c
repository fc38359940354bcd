// One task reads the elements that are chosen, another writes them. A vectorised loop reads them under a mask.
//@ twin: vector-condition-apart.c
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
                results[i] = numbers[i] * 2; //~ race r1 read
#pragma omp task
        for (int i = 0; i < SIZE; i++)
            if (i % 3 == 0)
                numbers[i] = i; //~ race r1 write
    }
    printf("%d\n", results[3]);
    return 0;
}
