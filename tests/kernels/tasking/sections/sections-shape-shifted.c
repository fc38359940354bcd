// The shaped pointer of the second task begins one row further on than the first one's.
//@ twin: sections-shape-same.c
//@ says: overlap, but have different start addresses
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4, COLUMNS = 3 };

int main(void) {
    int *p = calloc(ROWS * COLUMNS, sizeof *p);
    int rows = ROWS, columns = COLUMNS, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : ([rows][columns])p)
        for (int i = 0; i < ROWS * COLUMNS; i++)
            p[i] = i; //~ race r1 write
        int *q = p + columns;
#pragma omp task depend(in : ([rows - 1][columns])q) shared(seen)
        seen = q[1]; //~ race r1 read
    }
    printf("%d\n", seen);
    free(p);
    return 0;
}
