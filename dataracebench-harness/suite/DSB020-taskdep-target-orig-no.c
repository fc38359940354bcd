/*
Inside a target region on the host, each cell is scaled by one task and shifted by another, ordered
by the cell itself.
*/

#include <stdio.h>

enum { CELLS = 32 };

int main(void) {
    float in[CELLS], cell[CELLS];
    for (int i = 0; i < CELLS; i++) {
        in[i] = (float)i;
        cell[i] = 1.0f;
    }
#pragma omp target map(to : in) map(tofrom : cell)
    {
        for (int i = 0; i < CELLS; i++) {
#pragma omp task shared(cell) firstprivate(i) depend(inout : cell[i])
            cell[i] *= 3.0f;
#pragma omp task shared(in, cell) firstprivate(i) depend(inout : cell[i])
            cell[i] += in[i];
        }
#pragma omp taskwait
    }
    for (int i = 0; i < CELLS; i++)
        if (cell[i] != 3.0f + (float)i)
            return 1;
    printf("cell[5] = %g\n", cell[5]);
    return 0;
}
