// A final task is deferred like any other; only its children are included.
//@ twin: final-descendants.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1)
        x = 1; //~ race r1 write
        seen = x; //~ race r1 read
    }
    printf("seen = %d\n", seen);
    return 0;
}
