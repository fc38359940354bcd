// The task with the last iteration writes the variable when it is done with it, and nobody has waited.
//@ twin: taskloop-lastprivate.c
#include <stdio.h>

enum { SIZE = 24 };

int a[SIZE], last;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop nogroup grainsize(2) lastprivate(last) //~ race r1 write
        for (int i = 0; i < SIZE; i++) {
            last = i;
            a[i] = last;
        }
        seen = last; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
