// With a strict grain size of two, four iterations that share an element are in two tasks.
//@ twin: taskloop-grain-covers.c
#include <stdio.h>

enum { SIZE = 64 };

int fours[SIZE / 4];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(strict : 2)
    for (int i = 0; i < SIZE; i++)
        fours[i / 4] += i; //~ race r1 write, race r1 write
    printf("%d\n", fours[1]);
    return 0;
}
