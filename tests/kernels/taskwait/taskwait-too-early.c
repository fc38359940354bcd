// The wait comes before the second task is created, so it covers the first one only.
//@ twin: taskwait-late.c
#include <stdio.h>

int a, b, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        a = 1;
#pragma omp taskwait
#pragma omp task
        b = 2; //~ race r1 write
        total = a;
        total += b; //~ race r1 read
    }
    printf("total = %d\n", total);
    return 0;
}
