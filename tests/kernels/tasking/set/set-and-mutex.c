// An inoutset and a mutexinoutset clause on one variable order their tasks; two mutexinoutset tasks exclude each other. But the members of the
// inoutset write the same.
//@ twin: set-and-mutex-own.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        x += 1;
#pragma omp task depend(mutexinoutset : x)
        x += 2;
#pragma omp task depend(inoutset : x)
        x += 4; //~ race r1 write
#pragma omp task depend(inoutset : x)
        x += 8; //~ race r1 write
    }
    printf("%d\n", x);
    return 0;
}
