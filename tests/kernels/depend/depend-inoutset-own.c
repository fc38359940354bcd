// Members of an inoutset write an element each; the reader comes after all of them.
//@ twin: depend-inoutset.c
#include <stdio.h>

int parts[3];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : parts)
        parts[0] = 1;
#pragma omp task depend(inoutset : parts)
        parts[1] = parts[0] + 10;
#pragma omp task depend(inoutset : parts)
        parts[2] = parts[0] + 100;
#pragma omp task depend(in : parts)
        printf("%d\n", parts[0] + parts[1] + parts[2]);
    }
    return 0;
}
