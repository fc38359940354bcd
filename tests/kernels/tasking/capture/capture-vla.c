// Each task has an array of variable length of its own. They are often at the same address.
//@ twin: capture-vla-shared.c
//@ args: 4
#include <stdio.h>
#include <stdlib.h>

int out[4];

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 4;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            int scratch[size];
            for (int j = 0; j < size; j++)
                scratch[j] = j;
            scratch[0] += i;
            out[i] = scratch[0];
        }
    }
    printf("%d\n", out[3]);
    return 0;
}
