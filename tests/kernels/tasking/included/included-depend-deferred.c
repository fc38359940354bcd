// Without final the clauses would have to name what is shared.
//@ twin: included-depend.c
#include <stdio.h>

int x, y, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
#pragma omp task depend(out : x)
            x = 1; //~ race r1 write
#pragma omp task depend(out : y)
            y = x;    //~ race r1 read, race r2 write
            seen = y; //~ race r2 read
        }
    }
    printf("%d\n", seen);
    return 0;
}
