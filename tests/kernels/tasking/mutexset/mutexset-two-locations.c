// Each task excludes those that name the same variable. The two tasks name different ones and write one result.
//@ twin: mutexset-common-location.c
#include <stdio.h>

int x, y, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        total += 1; //~ race r1 write
#pragma omp task depend(mutexinoutset : y)
        total += 2; //~ race r1 write
    }
    printf("%d %d %d\n", x, y, total);
    return 0;
}
