// After the task has run, its creator has an array of a size that is known only then, where the task's variables were.
//@ twin: scope-later-array-shared.c
//@ args: 2000
#include <stdio.h>
#include <stdlib.h>

int out[2];

static __attribute__((noinline)) void fill(int *values, int size, int first) {
    for (int i = 0; i < size; i++)
        values[i] = first + i;
}

static __attribute__((noinline)) int work(int first) {
    int local[200];
    fill(local, 200, first);
    return local[150];
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 2000;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        out[0] = work(1);
        int array[size];
        fill(array, size, 2);
        out[1] = array[size - 1];
    }
    printf("%d %d\n", out[0], out[1]);
    return 0;
}
