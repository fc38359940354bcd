// Tasks halve a range until one element is left, and only the topmost ones are waited for.
//@ twin: taskgroup-present.c
#include <stdio.h>

enum { SIZE = 16 };

int leaves[SIZE];

static void split(int from, int to) {
    if (to - from == 1) {
        leaves[from] = from; //~ race r1 write
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
        split(0, SIZE);
#pragma omp taskwait
        for (int i = 0; i < SIZE; i++)
            total += leaves[i]; //~ race r1 read
    }
    printf("total = %d\n", total);
    return 0;
}
