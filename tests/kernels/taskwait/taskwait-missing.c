// Two tasks fill an array; the creator adds it up without waiting for them.
//@ twin: taskwait-present.c
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 64 };

static void fill(int *array, int from, int to) {
    for (int i = from; i < to; i++)
        array[i] = 3 * i; //~ race r1 write
}

static long sum(const int *array) {
    long total = 0;
    for (int i = 0; i < SIZE; i++)
        total += array[i]; //~ race r1 read
    return total;
}

int main(void) {
    int *array = calloc(SIZE, sizeof *array);
    long total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        fill(array, 0, SIZE / 2);
#pragma omp task
        fill(array, SIZE / 2, SIZE);
        total = sum(array);
    }
    printf("total = %ld\n", total);
    free(array);
    return 0;
}
