/*
A taskloop ends when all its tasks have ended; what follows may read what they wrote.
*/

#include <stdio.h>

enum { CELLS = 16 };

int main(void) {
    int cell[CELLS] = {0}, first = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(2)
        for (int i = 0; i < CELLS; i++)
            cell[i] = i + 1;
        first = cell[0];
    }
    printf("first = %d\n", first);
    return first != 1;
}
