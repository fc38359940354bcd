// mutexinoutset excludes its members from each other: the additions come in any order, but never at the same time.
//@ twin: depend-mutex-and-in.c
//@ guarantee: this lock order only
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : sum)
        sum += 10;
#pragma omp task depend(mutexinoutset : sum)
        sum += 100;
#pragma omp task depend(in : sum)
        printf("sum = %d\n", sum);
    }
    return 0;
}
