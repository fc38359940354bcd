// The reader names the middle of the row that the writer names from its beginning.
//@ twin: sections-row-start.c
//@ says: overlap, but have different start addresses
#include <stdio.h>

int m[4][4], seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : m[1])
        for (int i = 0; i < 4; i++)
            m[1][i] = i; //~ race r1 write
#pragma omp task depend(in : m[1][1 : 3])
        seen = m[1][2]; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
