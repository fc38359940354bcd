// An undeferred task with a mutexinoutset clause on another variable than the deferred one.
//@ twin: mutexset-undeferred.c
#include <stdio.h>

int x, y, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        total += 1; //~ race r1 write
#pragma omp task if (0) depend(mutexinoutset : y)
        total += 2; //~ race r1 write
    }
    printf("%d %d %d\n", x, y, total);
    return 0;
}
