// Two tasks have one mutexinoutset variable in common, and that is enough for them to exclude each other.
//@ twin: mutexset-two-locations.c
//@ guarantee: this lock order only
#include <stdio.h>

int x, y, z, total;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : x, y)
        total += 1;
#pragma omp task depend(mutexinoutset : z, y)
        total += 2;
    }
    printf("%d %d %d %d\n", x, y, z, total);
    return 0;
}
