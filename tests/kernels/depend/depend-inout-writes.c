// One writer, two readers, another writer: the second writer comes after both readers, which are free among themselves.
//@ twin: depend-in-writes.c
#include <stdio.h>

int x, first, second;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x)
        first = x;
#pragma omp task depend(in : x)
        second = x;
#pragma omp task depend(inout : x)
        x = 2;
    }
    printf("%d %d %d\n", first, second, x);
    return 0;
}
