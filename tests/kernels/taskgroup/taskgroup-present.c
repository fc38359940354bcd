// Tasks halve a range until one element is left, inside a taskgroup that waits for all of them.
//@ twin: taskgroup-missing.c
#include <stdio.h>

enum { SIZE = 16 };

int leaves[SIZE];

static void split(int from, int to) {
    if (to - from == 1) {
        leaves[from] = from;
        return;
    }
    int middle = from + (to - from) / 2;
#pragma omp task
    split(from, middle);
#pragma omp task
    split(middle, to);
}

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        split(0, SIZE);
        for (int i = 0; i < SIZE; i++)
            total += leaves[i];
    }
    printf("total = %d\n", total);
    return 0;
}
