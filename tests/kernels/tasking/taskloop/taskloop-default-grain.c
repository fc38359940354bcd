// Without a clause it is not said which iterations share a task: each may have its own.
//@ twin: taskloop-default-grain-own.c
#include <stdio.h>

enum { SIZE = 40 };

int pairs[SIZE / 2];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < SIZE; i++)
        pairs[i / 2] += i; //~ race r1 write, race r1 write
    printf("%d\n", pairs[1]);
    return 0;
}
