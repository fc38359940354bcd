/*
With nogroup nobody waits for the tasks of the loop before the array is read.
Data race pair: cell[i]@17:13:W vs. cell[0]@18:17:R
*/

#include <stdio.h>

enum { CELLS = 16 };

int main(void) {
    int cell[CELLS] = {0}, first = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup
        for (int i = 0; i < CELLS; i++)
            cell[i] = i + 1;
        first = cell[0];
    }
    printf("first = %d\n", first);
    return 0;
}
