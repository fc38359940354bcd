// A row of a matrix and a section of that row have one address.
//@ twin: sections-row-middle.c
#include <stdio.h>

int m[4][4], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : m[1])
        for (int i = 0; i < 4; i++)
            m[1][i] = i;
#pragma omp task depend(in : m[1][0 : 3])
        seen = m[1][2];
    }
    printf("%d\n", seen);
    return 0;
}
