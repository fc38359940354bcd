// A pointer shaped in two ways is one location.
//@ twin: sections-shape-shifted.c
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
            p[i] = i;
#pragma omp task depend(in : ([columns][rows])p) shared(seen)
        seen = p[4];
    }
    printf("%d\n", seen);
    free(p);
    return 0;
}
