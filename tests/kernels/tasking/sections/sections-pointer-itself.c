// The reader names the pointer, the writer what it points to.
//@ twin: sections-pointer-target.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(8, sizeof *p);
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : p[0])
        p[0] = 1; //~ race r1 write
#pragma omp task depend(in : p) shared(seen)
        seen = p[0]; //~ race r1 read
    }
    printf("%d\n", seen);
    free(p);
    return 0;
}
