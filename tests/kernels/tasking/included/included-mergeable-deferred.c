// Only an undeferred or included task can be merged: this one is neither.
//@ twin: included-mergeable.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task mergeable
        x = 1;    //~ race r1 write
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
