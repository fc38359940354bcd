// The task writes the array that its creator had before, and writes again.
//@ twin: scope-later-array.c
//@ args: 2000
#include <stdio.h>
#include <stdlib.h>

int out[2];

static __attribute__((noinline)) void fill(int *values, int size, int first) {
    for (int i = 0; i < size; i++)
        values[i] = first + i; //~ race r1 write, race r1 write
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 2000;
#pragma omp parallel
#pragma omp single
    {
        int array[size];
#pragma omp task shared(array)
        fill(array, 200, 1);
        fill(array, size, 2);
        out[1] = array[size - 1];
#pragma omp taskwait
    }
    printf("%d %d\n", out[0], out[1]);
    return 0;
}
