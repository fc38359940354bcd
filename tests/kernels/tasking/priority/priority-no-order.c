// A priority is a wish and orders nothing.
//@ twin: priority-depend.c
#include <stdio.h>

int x, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task priority(100)
        x = 1; //~ race r1 write
#pragma omp task priority(0)
        seen = x; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
