// The last task names one of the two variables that it reads.
//@ twin: depend-all-memory.c
#include <stdio.h>

int x, y, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(out : y)
        y = 2; //~ race r1 write
#pragma omp task depend(inout : x)
        {
            first = x;
            second = y; //~ race r1 read
        }
    }
    printf("%d %d\n", first, second);
    return 0;
}
