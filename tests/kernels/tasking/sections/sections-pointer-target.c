// An element, a dereferenced pointer and a section through the pointer are one location.
//@ twin: sections-pointer-itself.c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(8, sizeof *p);
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : p[0])
        p[0] = 1;
#pragma omp task depend(inout : *p)
        p[0] += 1;
#pragma omp task depend(in : p[0 : 8]) shared(seen)
        seen = p[0];
    }
    printf("%d\n", seen);
    free(p);
    return 0;
}
