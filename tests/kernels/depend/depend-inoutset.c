// Members of an inoutset are ordered against the tasks around the set, but not among themselves.
//@ twin: depend-inoutset-own.c
//@ says: both with inoutset, which does not order them
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : sum)
        sum = 1;
#pragma omp task depend(inoutset : sum)
        sum += 10; //~ race r1 write
#pragma omp task depend(inoutset : sum)
        sum += 100; //~ race r1 write
#pragma omp task depend(in : sum)
        printf("sum = %d\n", sum);
    }
    return 0;
}
