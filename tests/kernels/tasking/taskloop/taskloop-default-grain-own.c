// Each iteration has an element of its own, so it does not matter which of them share a task.
//@ twin: taskloop-default-grain.c
#include <stdio.h>

enum { SIZE = 40 };

int own[SIZE];

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < SIZE; i++)
        own[i] += i;
    printf("%d\n", own[1]);
    return 0;
}
