// The set is between two others: it follows the mutexinoutset tasks, and the last task follows the set.
//@ twin: set-and-mutex.c
//@ guarantee: this lock order only
#include <stdio.h>

int x, y, z, seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x)
        x += 1;
#pragma omp task depend(mutexinoutset : x)
        x += 2;
#pragma omp task depend(inoutset : x)
        y = x;
#pragma omp task depend(inoutset : x)
        z = x;
#pragma omp task depend(inout : x)
        seen = y + z;
    }
    printf("%d %d\n", x, seen);
    return 0;
}
