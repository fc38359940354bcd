// The undeferred task does not name x: neither it nor its creator has waited for the writer.
//@ twin: gcc-if-false-depend.c
//@ compiler: gcc
#include <stdio.h>

int x, y;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1; //~ race r1 write, race r2 write
#pragma omp task if (0) depend(in : y)
        y = x; //~ race r1 read
        x = 2; //~ race r2 write
    }
    printf("x = %d, y = %d\n", x, y);
    return 0;
}
